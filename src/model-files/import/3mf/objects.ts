import { UnworkableModelError } from '../../unworkable-model-error.ts'
import { type AffineMatrix, matrixOf } from './matrix.ts'
import { type Properties, readPropertyGroups, surfaceOf, type Surface } from './properties.ts'
import { attributeOf, elementsOf, headOf, tagsOf } from './xml.ts'

export type Shape = {
  positions: number[]
  corners: number[]
  /** Two points for each beam of a lattice. */
  beams: number[]
  /** One for each corner; empty if the object has no properties. */
  surfaces: Surface[]
}

/** A reference to an object by its package part and id. */
export type Reference = { path: string; id: string; matrix: AffineMatrix }

export type MfObject = { name: string; shape: Shape | undefined; components: Reference[] }

/** @param path of the model part, which is the default of its own references. */
export function readObjects(text: string, path: string): Map<string, MfObject> {
  const properties = readPropertyGroups(text)
  const objects = new Map<string, MfObject>()
  for (const element of elementsOf(text, 'object')) {
    const head = headOf(element)
    objects.set(attributeOf(head, 'id') ?? '', {
      name: attributeOf(head, 'name') ?? '',
      shape: tagsOf(element, 'mesh').length > 0 ? readShape(element, head, properties) : undefined,
      components: referencesOf(element, 'component', path),
    })
  }
  return objects
}

/**
 * Returns the components of an object or the items of the build plate, which may be in other parts
 * of the package.
 */
export const referencesOf = (text: string, name: string, path: string): Reference[] =>
  tagsOf(text, name).map((tag) => ({
    path: attributeOf(tag, 'path') ?? path,
    id: attributeOf(tag, 'objectid') ?? '',
    matrix: matrixOf(tag),
  }))

function readShape(element: string, head: string, properties: Properties): Shape {
  const positions: number[] = []
  for (const tag of tagsOf(element, 'vertex')) {
    for (const axis of ['x', 'y', 'z']) positions.push(Number(attributeOf(tag, axis)))
  }
  if (!positions.every(Number.isFinite)) {
    throw new UnworkableModelError('This 3MF is damaged: some coordinates are not valid numbers.')
  }
  const points = positions.length / 3
  const corners: number[] = []
  const surfaces: Surface[] = []
  const own = { id: attributeOf(head, 'pid') ?? '', index: attributeOf(head, 'pindex') ?? '0' }
  const known = new Map<string, Surface>()
  const look = (id: string, index: string): Surface => {
    const key = `${id} ${index}`
    const before = known.get(key)
    if (before) return before
    const surface = surfaceOf(properties, id, Number(index))
    known.set(key, surface)
    return surface
  }
  for (const tag of tagsOf(element, 'triangle')) {
    const three = ['v1', 'v2', 'v3'].map((name) => Number(attributeOf(tag, name)))
    if (!three.every((point) => Number.isInteger(point) && point >= 0 && point < points)) {
      throw new UnworkableModelError('This 3MF is damaged: triangles refer to missing vertices.')
    }
    corners.push(...three)
    if (properties.size === 0) continue
    const p1 = attributeOf(tag, 'p1')
    // Without a p1 a triangle has its object's properties.
    const id = p1 === undefined ? own.id : (attributeOf(tag, 'pid') ?? own.id)
    const first = p1 ?? own.index
    for (const name of ['p1', 'p2', 'p3']) surfaces.push(look(id, attributeOf(tag, name) ?? first))
  }
  const beams = tagsOf(element, 'beam')
    .flatMap((tag) => ['v1', 'v2'].map((name) => Number(attributeOf(tag, name))))
    .filter((point) => Number.isInteger(point) && point >= 0 && point < points)
  return { positions, corners, surfaces, beams }
}
