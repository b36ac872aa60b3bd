import { formatPlural } from '#lib/format.ts'
import type { MeshPart, PartMaterial } from '../../mesh/parts.ts'
import { trianglesMax } from '../../triangles-max.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { ImportReport } from '../import-report.ts'
import { triangulate } from '../triangulate.ts'
import { unpainted, unpaintedStroke } from '../read-three.ts'
import type { Drawn, Stroke } from '../write-glb.ts'
import { readStatements, withoutComment } from './obj-lines.ts'
import { type ObjCorner, ObjPoints } from './obj-points.ts'
import { ObjSurface } from './obj-surface.ts'
import type { MtlMaterial } from './read-mtl.ts'

/**
 * Reads an OBJ. Each material of each object becomes a part.
 * @param named materials by their names in the OBJ. Missing materials become the default material.
 */
export function readObj(
  text: string,
  named: ReadonlyMap<string, MtlMaterial>,
  report: ImportReport,
): Drawn {
  const reader = new ObjReader()
  for (const line of readStatements(text)) reader.take(line)
  reader.addEarlyFaces()
  reader.describeLosses(report)
  const worn = new Materials(named)
  const parts = reader.surfaces.map((surface) =>
    worn.dress(surface.build(reader.points), surface.material, unpainted),
  )
  const strokes = reader.getStrokes().map(({ kind, part, material }): Stroke => ({
    kind,
    part: worn.dress(part, material, unpaintedStroke),
  }))
  return { parts, materials: worn.materials, strokes }
}

const curved = new Set(['curv', 'curv2', 'surf'])

type CornerLists = Map<string, { name: string; material: string; corners: number[] }>

class ObjReader {
  readonly points = new ObjPoints()
  readonly surfaces: ObjSurface[] = []
  readonly #open = new Map<string, ObjSurface>()
  readonly #lines: CornerLists = new Map()
  readonly #dots: CornerLists = new Map()
  readonly #early: { words: readonly string[]; name: string; material: string }[] = []
  #name = ''
  #material = ''
  #broken = 0
  #curved = 0
  #triangles = 0

  take(line: string): void {
    if (line.startsWith('#')) {
      this.points.takeComment(line)
      return
    }
    const space = line.search(/\s/)
    const word = (space < 0 ? line : line.slice(0, space)).toLowerCase()
    const rest = space < 0 ? '' : line.slice(space + 1).trim()
    if (word === 'o' || word === 'g') this.#name = rest
    else if (word === 'usemtl') this.#material = rest
    else if (word === 'v') this.points.addPoint(withoutComment(rest).split(/[\s,]+/))
    else if (word === 'vt') this.points.addPlace(withoutComment(rest).split(/[\s,]+/))
    else if (word === 'vn') this.points.addNormal(withoutComment(rest).split(/[\s,]+/))
    else if (word === 'f' || word === 'fo') this.#addFace(withoutComment(rest).split(/\s+/))
    else if (word === 'l') this.#addLine(this.#getCorners(withoutComment(rest).split(/\s+/)))
    else if (word === 'p') this.#addDots(this.#getCorners(withoutComment(rest).split(/\s+/)))
    else if (curved.has(word)) this.#curved++
  }

  #getCorners(words: readonly string[]): ObjCorner[] | undefined {
    const corners: ObjCorner[] = []
    for (const word of words) {
      const corner = this.points.find(word)
      if (!corner) return undefined
      corners.push(corner)
    }
    return corners
  }

  addEarlyFaces(): void {
    for (const { words, name, material } of this.#early.splice(0)) {
      this.#name = name
      this.#material = material
      this.#addFace(words, true)
    }
  }

  #addFace(words: readonly string[], isLast = false): void {
    const corners = this.#getCorners(words)
    if (!corners && !isLast && words.every((word) => Number.parseInt(word, 10) > 0)) {
      this.#early.push({ words, name: this.#name, material: this.#material })
      return
    }
    if (!corners || corners.length < 3) {
      this.#broken++
      return
    }
    const places = triangulate(
      corners.map(({ point }) => point),
      this.points.positions,
    )
    this.#triangles += places.length / 3
    if (this.#triangles > trianglesMax) {
      throw new UnworkableModelError('This OBJ has too many triangles for a browser.')
    }
    const key = `${this.#name}\n${this.#material}`
    let surface = this.#open.get(key)
    if (!surface) {
      surface = new ObjSurface(this.#name, this.#material)
      this.#open.set(key, surface)
      this.surfaces.push(surface)
    }
    for (const place of places) {
      const corner = corners[place]
      if (corner) surface.add(corner)
    }
  }

  #getList(lists: CornerLists): number[] {
    const key = `${this.#name}\n${this.#material}`
    const list = lists.get(key) ?? { name: this.#name, material: this.#material, corners: [] }
    lists.set(key, list)
    return list.corners
  }

  #addLine(corners: readonly ObjCorner[] | undefined): void {
    if (!corners || corners.length < 2) {
      this.#broken++
      return
    }
    const list = this.#getList(this.#lines)
    corners.slice(1).forEach(({ point }, at) => list.push(corners[at]?.point ?? 0, point))
  }

  #addDots(corners: readonly ObjCorner[] | undefined): void {
    if (!corners) this.#broken++
    else this.#getList(this.#dots).push(...corners.map(({ point }) => point))
  }

  getStrokes(): (Stroke & { material: string })[] {
    const made = (kind: Stroke['kind'], lists: CornerLists) =>
      [...lists.values()].map(({ name, material, corners }) => ({
        kind,
        material,
        part: {
          ...this.points.take(corners),
          indices: new Uint32Array(),
          material: 0,
          ...(name !== '' && { name }),
        },
      }))
    const strokes = [...made('lines', this.#lines), ...made('points', this.#dots)]
    // A file without faces and lines is a point cloud.
    const isCloud = strokes.length === 0 && this.surfaces.length === 0 && this.#broken === 0
    if (!isCloud || this.points.count === 0) return strokes
    const all = Array.from({ length: this.points.count }, (_, at) => at)
    return made('points', new Map([['', { name: '', material: '', corners: all }]]))
  }

  describeLosses({ losses }: ImportReport): void {
    if (this.#broken > 0) {
      losses.push(`Left out: ${formatPlural(this.#broken, 'face')} without valid corners.`)
    }
    if (this.#curved > 0) {
      losses.push(
        `Left out: ${formatPlural(this.#curved, 'curved surface')}. Convert them to polygons.`,
      )
    }
  }
}

class Materials {
  readonly #named: ReadonlyMap<string, MtlMaterial>
  readonly #folded: ReadonlyMap<string, MtlMaterial>
  readonly #places = new Map<string, number>()
  readonly materials: PartMaterial[] = []

  constructor(named: ReadonlyMap<string, MtlMaterial>) {
    this.#named = named
    this.#folded = new Map(
      [...named].flatMap(([name, material]) => [
        [fold(withoutComment(name)), material] as const,
        [fold(name), material] as const,
      ]),
    )
  }

  #find(name: string): MtlMaterial | undefined {
    // A comment may follow a name, but a name may also contain the comment sign `#`.
    return (
      this.#named.get(name) ??
      this.#folded.get(fold(name)) ??
      this.#folded.get(fold(withoutComment(name)))
    )
  }

  #placeOf(key: string, material: PartMaterial): number {
    const known = this.#places.get(key)
    if (known !== undefined) return known
    this.#places.set(key, this.materials.length)
    return this.materials.push(material) - 1
  }

  /**
   * Sets a part's material.
   * @param plain material for parts whose name the MTL lacks.
   */
  dress(part: MeshPart, name: string, plain: PartMaterial): MeshPart {
    const found = this.#find(name)
    if (!found) {
      // White, because a material colour would darken the vertex colours.
      const color: PartMaterial['color'] = part.colors ? [1, 1, 1, 1] : plain.color
      const material = { ...plain, name: name || plain.name, color }
      return { ...part, material: this.#placeOf(`${plain.name}:${color[0]}:${name}`, material) }
    }
    const { picturePlace, ambientName: _ambient, hasPictureName: _has, ...described } = found
    // Painting programs write a material colour beside the vertex colours, which are the real
    // colours.
    const color: PartMaterial['color'] = [1, 1, 1, described.color[3]]
    const material = part.colors ? { ...described, color } : described
    const uvs = picturePlace && part.uvs ? moveOnPicture(part.uvs, picturePlace) : part.uvs
    const place = this.#placeOf(part.colors ? `${name}\n` : name, material)
    return { ...part, material: place, ...(uvs && { uvs }) }
  }
}

const fold = (name: string): string => name.replaceAll('"', '').trim().toLowerCase()

/**
 * Moves and scales texture coordinates.
 * @param uvs with v downwards, whereas offset and scale count upwards.
 */
const moveOnPicture = (
  uvs: Float32Array,
  { offset, scale }: NonNullable<MtlMaterial['picturePlace']>,
): Float32Array =>
  uvs.map((value, at) =>
    at % 2 === 0 ? value * scale[0] + offset[0] : 1 - ((1 - value) * scale[1] + offset[1]),
  )
