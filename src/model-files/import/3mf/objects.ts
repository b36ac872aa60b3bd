import { UnworkableModelError } from '../../unworkable-model-error.ts'
import { type AffineMatrix, parseTransform } from './matrix.ts'
import {
  type Properties,
  readPropertyGroups,
  getSurface,
  type CornerSurface,
} from './properties.ts'
import { getAttribute, findElements, getStartTag, findTags } from './xml.ts'

export type MfShape = {
  positions: number[]
  corners: number[]
  /** Point indices, two for each beam of a lattice. */
  beams: number[]
  /** One surface for each corner of a triangle; empty if the object has no properties. */
  surfaces: CornerSurface[]
}

export type ObjectReference = { path: string; id: string; matrix: AffineMatrix }

export type MfObject = { name: string; shape: MfShape | undefined; components: ObjectReference[] }

/**
 * Reads the objects of a model part by their id.
 * @param path of the model part. References without a path are to objects of the same part.
 */
export function readObjects(text: string, path: string): Map<string, MfObject> {
  const properties = readPropertyGroups(text)
  const objects = new Map<string, MfObject>()
  for (const element of findElements(text, 'object')) {
    const head = getStartTag(element)
    objects.set(getAttribute(head, 'id') ?? '', {
      name: getAttribute(head, 'name') ?? '',
      shape:
        findTags(element, 'mesh').length > 0 ? readShape(element, head, properties) : undefined,
      components: readReferences(element, 'component', path),
    })
  }
  return objects
}

/**
 * Returns the components of an object or the items of the build plate, which may be in other parts
 * of the package.
 */
export const readReferences = (text: string, name: string, path: string): ObjectReference[] =>
  findTags(text, name).map((tag) => ({
    path: getAttribute(tag, 'path') ?? path,
    id: getAttribute(tag, 'objectid') ?? '',
    matrix: parseTransform(tag),
  }))

function readShape(element: string, head: string, properties: Properties): MfShape {
  const positions: number[] = []
  for (const tag of findTags(element, 'vertex')) {
    for (const axis of ['x', 'y', 'z']) positions.push(Number(getAttribute(tag, axis)))
  }
  if (!positions.every(Number.isFinite)) {
    throw new UnworkableModelError('This 3MF is damaged: some coordinates are not valid numbers.')
  }
  const points = positions.length / 3
  const corners: number[] = []
  const surfaces: CornerSurface[] = []
  const own = { id: getAttribute(head, 'pid') ?? '', index: getAttribute(head, 'pindex') ?? '0' }
  const known = new Map<string, CornerSurface>()
  const look = (id: string, index: string): CornerSurface => {
    const key = `${id} ${index}`
    const before = known.get(key)
    if (before) return before
    const surface = getSurface(properties, id, Number(index))
    known.set(key, surface)
    return surface
  }
  for (const tag of findTags(element, 'triangle')) {
    const three = ['v1', 'v2', 'v3'].map((name) => Number(getAttribute(tag, name)))
    if (!three.every((point) => Number.isInteger(point) && point >= 0 && point < points)) {
      throw new UnworkableModelError('This 3MF is damaged: triangles refer to missing vertices.')
    }
    corners.push(...three)
    if (properties.size === 0) continue
    const p1 = getAttribute(tag, 'p1')
    // A triangle without a p1 has the properties of its object.
    const id = p1 === undefined ? own.id : (getAttribute(tag, 'pid') ?? own.id)
    const first = p1 ?? own.index
    for (const name of ['p1', 'p2', 'p3']) surfaces.push(look(id, getAttribute(tag, name) ?? first))
  }
  const beams = findTags(element, 'beam')
    .flatMap((tag) => ['v1', 'v2'].map((name) => Number(getAttribute(tag, name))))
    .filter((point) => Number.isInteger(point) && point >= 0 && point < points)
  return { positions, corners, surfaces, beams }
}
