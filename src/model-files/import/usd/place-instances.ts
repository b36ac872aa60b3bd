import { Matrix4, Object3D, Quaternion, Vector3 } from 'three'
import { formatPlural } from '#lib/format.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { ImportReport } from '../import-report.ts'
import { getUsdField, getList, isOfPrim, type UsdLayer } from './usd-layer.ts'

/** Maximum number of instances in a file, because each instance becomes a node. */
const instancesMax = 50_000

/** Creates a copy of an object for each position in a point instancer. */
export function placeInstances(model: Object3D, layer: UsdLayer, report: ImportReport): void {
  let left = instancesMax
  let missing = 0
  for (const path of layer.specs.keys()) {
    if (!isOfPrim(path) || getUsdField(layer, path, 'typeName') !== 'PointInstancer') continue
    const holder = findObject(model, path)
    const targets = getTargets(layer, path)
    const prototypes = targets.map((target) => findObject(model, target))
    const kinds = getList(layer, path, 'protoIndices') ?? []
    left -= kinds.length
    if (left < 0) throw new UnworkableModelError('This USDZ has too many instances for a browser.')
    if (!holder) continue
    const copies = kinds.flatMap((kind, at) => {
      const prototype = prototypes[kind]
      if (!prototype) missing++
      return prototype ? [placeCopy(prototype, getMatrix(layer, path, at))] : []
    })
    // USD hides the original objects of a point instancer.
    for (const prototype of prototypes)
      if (prototype && isBelow(prototype, holder)) prototype.removeFromParent()
    if (copies.length > 0) holder.add(...copies)
  }
  if (missing > 0)
    report.losses.push(`Left out: ${formatPlural(missing, 'instance')} without a model.`)
}

function getTargets(layer: UsdLayer, path: string): string[] {
  const stated = getUsdField(layer, `${path}.prototypes`, 'targetPaths')
  const paths = Array.isArray(stated) ? stated : [stated]
  return paths.flatMap((text) =>
    Array.from(String(text).matchAll(/\/[^\s,[\]<>]+/g), ([target]) => target),
  )
}

/** Finds an object by the last part of its path, which three.js uses as the object's name. */
function findObject(model: Object3D, path: string): Object3D | undefined {
  let at: Object3D | undefined = model
  for (const name of path.split('/').slice(1))
    at = at?.children.find((child) => child.name === name)
  return at
}

function isBelow(object: Object3D, ancestor: Object3D): boolean {
  for (let at = object.parent; at; at = at.parent) if (at === ancestor) return true
  return false
}

function placeCopy(prototype: Object3D, matrix: Matrix4): Object3D {
  const holder = new Object3D()
  holder.applyMatrix4(matrix)
  return holder.add(prototype.clone())
}

function getMatrix(layer: UsdLayer, path: string, at: number): Matrix4 {
  const vector = (name: string, usual: number) => {
    const list = getList(layer, path, name)?.slice(at * 3, at * 3 + 3) ?? []
    return new Vector3(list[0] ?? usual, list[1] ?? usual, list[2] ?? usual)
  }
  const turn = getList(layer, path, 'orientations')?.slice(at * 4, at * 4 + 4) ?? []
  const quaternion = new Quaternion(
    turn[0] ?? 0,
    turn[1] ?? 0,
    turn[2] ?? 0,
    turn[3] ?? 1,
  ).normalize()
  return new Matrix4().compose(vector('positions', 0), quaternion, vector('scales', 1))
}
