import { rewriteFaces } from './rewrite-faces.ts'
import { getUsdField, getValue, isOfPrim, type UsdLayer } from './usd-layer.ts'

/** Default unit of USD, the centimetre. */
const usualMetres = 0.01
const shapes = new Set(['Mesh', 'Cube', 'Sphere', 'Cylinder', 'Cone', 'Capsule', 'PointInstancer'])

export type UsdOmissions = { hidden: number; helpers: number }

/**
 * Applies properties of a layer that three.js ignores: default unit, visibility, purpose, holes and
 * orientation.
 */
export function prepareLayer(layer: UsdLayer, omissions: UsdOmissions): void {
  const root = layer.specs.get('/')
  if (root) root.fields['metersPerUnit'] ??= usualMetres
  const prims = [...layer.specs.keys()].filter((path) => isOfPrim(path))
  for (const path of prims) if (isFaceless(layer, path)) leaveOut(layer, path)
  const drawn = prims.filter((path) => isDrawn(layer, path))
  const hidden = drawn.filter((path) => findAbove(path, (prim) => isHidden(layer, prim)))
  const helpers = drawn.filter(
    (path) => !hidden.includes(path) && findAbove(path, (prim) => isHelper(layer, prim)),
  )
  // Shows all objects if all are hidden, because the model would be empty.
  if (hidden.length + helpers.length < drawn.length) {
    for (const path of [...hidden, ...helpers]) leaveOut(layer, path)
    omissions.hidden += hidden.length
    omissions.helpers += helpers.length
  }
  for (const path of prims) {
    if (getUsdField(layer, path, 'typeName') === 'Mesh') rewriteFaces(layer, path)
  }
}

function isDrawn(layer: UsdLayer, path: string): boolean {
  const type = getUsdField(layer, path, 'typeName')
  return typeof type === 'string' && shapes.has(type)
}

/** Returns whether a mesh has no faces, which is valid in USD but makes three.js fail. */
const isFaceless = (layer: UsdLayer, prim: string): boolean =>
  getUsdField(layer, prim, 'typeName') === 'Mesh' &&
  ['points', 'faceVertexCounts', 'faceVertexIndices'].some((name) => !hasValue(layer, prim, name))

const hasValue = (layer: UsdLayer, prim: string, name: string): boolean =>
  ['default', 'timeSamples'].some((field) => getUsdField(layer, `${prim}.${name}`, field))

/** Replaces an object by an empty node, because materials may be below the object. */
function leaveOut({ specs }: UsdLayer, path: string): void {
  const fields = specs.get(path)?.fields
  if (!fields) return
  fields['typeName'] = 'Scope'
}

const isHidden = (layer: UsdLayer, prim: string): boolean =>
  getValue(layer, prim, 'visibility') === 'invisible'

const isHelper = (layer: UsdLayer, prim: string): boolean =>
  ['proxy', 'guide'].includes(String(getValue(layer, prim, 'purpose')))

function findAbove(path: string, test: (prim: string) => boolean): boolean {
  for (let at = path; at.length > 1; at = at.slice(0, at.lastIndexOf('/'))) {
    if (test(at)) return true
  }
  return false
}
