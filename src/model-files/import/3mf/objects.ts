import type { LossNoun } from '../loss-noun.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import { type AffineMatrix, parseTransform } from './matrix.ts'
import {
  type Properties,
  readPropertyGroups,
  getSurface,
  type CornerSurface,
} from './properties.ts'
import { readPainting } from './painting.ts'
import { getAttribute, findElements, getStartTag, findTags } from './xml.ts'

export type MfShape = {
  positions: number[]
  corners: number[]
  beams: number[]
  /** Colour or picture of each corner of a triangle. Empty if the object has no colours. */
  surfaces: CornerSurface[]
  /**
   * Filament of each triangle, 0 for the object's own filament. Empty without painted triangles.
   */
  paint: number[]
  /**
   * Index in the file of each triangle, because painted triangles are split. Empty without painted
   * triangles.
   */
  sources: number[]
}

export type ObjectReference = {
  path: string
  id: string
  matrix: AffineMatrix
  isPrintable: boolean
}

export type MfObject = {
  name: string
  shape: MfShape | undefined
  components: ObjectReference[]
  /** Kind of a support or modifier, which is not printed itself. Undefined for solids. */
  helper: LossNoun | undefined
}

/**
 * Reads the objects in a file of a 3MF package, by id.
 * @param path of the file, for references without a path.
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
      helper: getHelper(element, head),
    })
  }
  return objects
}

/** Returns the kind of a support or modifier, which Cura stores in its own metadata. */
function getHelper(element: string, head: string): LossNoun | undefined {
  const type = getAttribute(head, 'type') ?? ''
  if (type === 'support' || type === 'solidsupport') return 'support'
  const cura =
    /name\s?=\s?"cura:(support_mesh|infill_mesh|cutting_mesh|anti_overhang_mesh)"[^>]*>\s*True\b/i.exec(
      element.slice(0, element.search(/<(?:[\w.-]{1,40}:)?mesh\b/)),
    )
  return cura ? 'modifier' : undefined
}

/**
 * Returns an object's components or the build plate's items, which can be in other files of the
 * package.
 */
export const readReferences = (text: string, name: string, path: string): ObjectReference[] =>
  findTags(text, name).map((tag) => ({
    path: getAttribute(tag, 'path') ?? path,
    id: getAttribute(tag, 'objectid') ?? '',
    matrix: parseTransform(tag),
    isPrintable: !/^(?:0|false)$/.test(getAttribute(tag, 'printable') ?? ''),
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
  const painter = new Painter(positions)
  findTags(element, 'triangle').forEach((tag, source) => {
    const three = ['v1', 'v2', 'v3'].map((name) => Number(getAttribute(tag, name)))
    if (!three.every((point) => Number.isInteger(point) && point >= 0 && point < points)) {
      throw new UnworkableModelError('This 3MF is damaged: triangles refer to missing vertices.')
    }
    const code = getAttribute(tag, 'paint_color') ?? getAttribute(tag, 'mmu_segmentation')
    painter.add({ corners: three, source, code }, corners)
    if (properties.size === 0) return
    const p1 = getAttribute(tag, 'p1')
    // A triangle without `p1` has the properties of its object.
    const id = p1 === undefined ? own.id : (getAttribute(tag, 'pid') ?? own.id)
    const first = p1 ?? own.index
    const looks = ['p1', 'p2', 'p3'].map((name) => look(id, getAttribute(tag, name) ?? first))
    while (surfaces.length < corners.length) surfaces.push(...looks)
  })
  const beams = findTags(element, 'beam')
    .flatMap((tag) => ['v1', 'v2'].map((name) => Number(getAttribute(tag, name))))
    .filter((point) => Number.isInteger(point) && point >= 0 && point < points)
  return { positions, corners, surfaces, beams, ...painter.getResult() }
}

type Painted = {
  readonly corners: readonly number[]
  readonly source: number
  readonly code: string | undefined
}

class Painter {
  readonly #positions: number[]
  readonly #paint: number[] = []
  readonly #sources: number[] = []
  #isUsed = false

  constructor(positions: number[]) {
    this.#positions = positions
  }

  add({ corners, source, code }: Painted, into: number[]): void {
    const pieces = code === undefined || code === '' ? undefined : readPainting(code)
    if (!pieces || pieces.length < 2) {
      into.push(...corners)
      this.#put(source, pieces?.[0]?.filament ?? 0)
      return
    }
    for (const piece of pieces) {
      for (const weights of piece.corners) into.push(this.#getPoint(corners, weights))
      this.#put(source, piece.filament)
    }
  }

  #put(source: number, filament: number): void {
    if (filament > 0) this.#isUsed = true
    this.#paint.push(filament)
    this.#sources.push(source)
  }

  #getPoint(corners: readonly number[], weights: readonly number[]): number {
    const whole = weights.indexOf(1)
    if (whole >= 0) return corners[whole] ?? 0
    for (const axis of [0, 1, 2]) {
      const at = (corner: number) => this.#positions[(corners[corner] ?? 0) * 3 + axis] ?? 0
      this.#positions.push(weights.reduce((sum, weight, corner) => sum + weight * at(corner), 0))
    }
    return this.#positions.length / 3 - 1
  }

  getResult(): Pick<MfShape, 'paint' | 'sources'> {
    return { paint: this.#isUsed ? this.#paint : [], sources: this.#isUsed ? this.#sources : [] }
  }
}
