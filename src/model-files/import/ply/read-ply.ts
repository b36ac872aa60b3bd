import { formatCount, formatPlural } from '#lib/format.ts'
import type { EmbeddedPicture, MeshPart, PartMaterial } from '../../mesh/parts.ts'
import { trianglesMax } from '../../triangles-max.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { ImportReport } from '../import-report.ts'
import { toLinear } from '../to-linear.ts'
import { triangulate } from '../triangulate.ts'
import { unpainted, unpaintedStroke } from '../read-three.ts'
import type { Drawn, Stroke } from '../write-glb.ts'
import { createRowReader, type NextRow, type PlyElement, readPlyHead } from './ply-rows.ts'

type Row = (number | number[])[]
type Column = { readonly place: number; readonly type: string }

type Reading = {
  readonly pictureNamed: (name: string) => EmbeddedPicture | undefined
  readonly report: ImportReport
}

/**
 * Reads a text or binary PLY with polygons, strips of triangles, edges or only points.
 * @throws {UnworkableModelError} if the file ends within its vertices.
 */
export function readPly(bytes: Uint8Array, { pictureNamed, report }: Reading): Drawn {
  const header = readPlyHead(bytes)
  const next = createRowReader(bytes, header)
  const vertices = new Vertices()
  const faces = new Faces(vertices)
  const edges: number[] = []
  const take = (element: PlyElement, row: NextRow): boolean => {
    if (element.name === 'vertex') vertices.read(element, row)
    else if (element.name === 'face' || element.name === 'polygon') faces.read(element, row)
    else if (element.name === 'tristrips') readStrips(element, row, faces)
    else if (element.name === 'edge') readEdges(element, row, { edges, count: vertices.count })
    else return skip(element, row)
    return true
  }
  const last = header.elements.findLastIndex(({ name }) => name === 'vertex')
  const early: (() => void)[] = []
  for (const [at, element] of header.elements.entries()) {
    if (at < last && usesVertices.has(element.name)) {
      const row = keepRows(element, next)
      early.push(() => take(element, row))
    } else if (!take(element, next)) break
  }
  for (const takeRows of early) takeRows()
  report.losses.push(...faces.describeLosses())
  const names = header.comments.flatMap((line) => /^TextureFile\s+(\S.*)$/i.exec(line)?.[1] ?? [])
  const pictures = names.map((name) => pictureNamed(name.trim()))
  return draw({ vertices, faces, edges, pictures })
}

const usesVertices = new Set(['face', 'polygon', 'tristrips', 'edge'])

function keepRows(element: PlyElement, next: NextRow): NextRow {
  const rows: Row[] = []
  for (let at = 0; at < element.count; at++) {
    const row = next(element)
    if (!row) break
    rows.push(row)
  }
  let at = 0
  return () => rows[at++]
}

function skip(element: PlyElement, next: NextRow): boolean {
  // A file can declare any number of rows without properties, because such rows have no bytes.
  if (element.properties.length === 0) return true
  for (let row = 0; row < element.count; row++) if (!next(element)) return false
  return true
}

const findColumn = ({ properties }: PlyElement, names: readonly string[]): Column | undefined => {
  const place = properties.findIndex(
    ({ name, countType }) => countType === undefined && names.includes(name),
  )
  const type = properties[place]?.type
  return type === undefined ? undefined : { place, type }
}

const colorNames = [
  ['red', 'r', 'diffuse_red'],
  ['green', 'g', 'diffuse_green'],
  ['blue', 'b', 'diffuse_blue'],
] as const

/** Returns a function that reads linear colours, or undefined for rows without colours. */
function createColorReader(element: PlyElement): ((row: Row) => number[]) | undefined {
  const columns = colorNames.map((names) => findColumn(element, names))
  if (columns.some((column) => !column)) return undefined
  return (row) =>
    columns.map((column) => {
      const value = Number(row[column?.place ?? 0])
      return toLinear(Number.isFinite(value) ? value / getWhole(column?.type ?? '', value) : 1)
    })
}

/** Returns the value that means full brightness. Some programs write 0 to 255 as floats. */
function getWhole(type: string, value: number): number {
  if (/^u?(?:char|int8)$/.test(type)) return 255
  if (/^u?(?:short|int16)$/.test(type)) return 65_535
  if (/int/.test(type)) return 255
  return value > 1 ? 255 : 1
}

class Vertices {
  count = 0
  positions = new Float32Array()
  normals: Float32Array<ArrayBuffer> | undefined
  uvs: Float32Array<ArrayBuffer> | undefined
  colors: Float32Array<ArrayBuffer> | undefined

  read(element: PlyElement, next: NextRow): void {
    if (element.properties.length === 0) return
    const columns = (...names: readonly string[][]) => names.map((one) => findColumn(element, one))
    const place = columns(['x', 'px', 'posx'], ['y', 'py', 'posy'], ['z', 'pz', 'posz'])
    const turn = columns(['nx', 'normalx'], ['ny', 'normaly'], ['nz', 'normalz'])
    const uv = columns(['s', 'u', 'texture_u', 'tx'], ['t', 'v', 'texture_v', 'ty'])
    const color = createColorReader(element)
    const positions: number[] = []
    const normals: number[] = []
    const uvs: number[] = []
    const colors: number[] = []
    for (let at = 0; at < element.count; at++) {
      const row = next(element)
      if (!row) throw createShortError(at, element.count)
      putNumbers(row, positions, place)
      if (turn.every(Boolean)) putNumbers(row, normals, turn)
      if (uv.every(Boolean)) putNumbers(row, uvs, uv)
      if (color) colors.push(...color(row))
    }
    this.count = element.count
    this.positions = Float32Array.from(positions)
    if (normals.length > 0) this.normals = Float32Array.from(normals)
    // The texture coordinate v grows upwards in PLY and downwards in glTF.
    if (uvs.length > 0)
      this.uvs = Float32Array.from(uvs, (value, at) => (at % 2 === 1 ? 1 - value : value))
    if (colors.length > 0) this.colors = Float32Array.from(colors)
  }
}

function putNumbers(row: Row, list: number[], columns: readonly (Column | undefined)[]): void {
  for (const column of columns) list.push(column ? Number(row[column.place]) : 0)
}

function createShortError(found: number, claimed: number): UnworkableModelError {
  const [some, all] = [found, claimed].map((count) => count.toLocaleString('en'))
  return new UnworkableModelError(`This PLY is incomplete: it has ${some} of ${all} vertices.`)
}

class Faces {
  readonly #vertices: Vertices
  readonly corners: number[] = []
  readonly textures: number[] = []
  uvs: number[] | undefined
  colors: number[] | undefined
  isStated = false
  #broken = 0
  #missing = 0
  #claimed = 0

  constructor(vertices: Vertices) {
    this.#vertices = vertices
  }

  read(element: PlyElement, next: NextRow): void {
    const { properties, count } = element
    const list = properties.findIndex(({ name }) => /^vert(?:ex|ices)_?ind(?:ex|ices)?$/.test(name))
    const places = properties.findIndex(
      ({ name, countType }) => /^(?:texcoord|texture_uv)s?$/.test(name) && countType !== undefined,
    )
    const texture = findColumn(element, [
      'texnumber',
      'texture_index',
      'material_index',
      'material_indices',
    ])
    const color = createColorReader(element)
    if (properties.length === 0) return
    this.isStated ||= count > 0
    this.#claimed += count
    if (places >= 0) this.uvs ??= []
    if (color) this.colors ??= []
    for (let at = 0; at < count; at++) {
      const row = next(element)
      if (!row) {
        this.#missing += count - at
        return
      }
      const corners = row[list >= 0 ? list : 0]
      if (!Array.isArray(corners)) continue
      this.#add(corners, {
        uvs: places >= 0 ? row[places] : undefined,
        color: color?.(row),
        texture: texture ? Number(row[texture.place]) : 0,
      })
    }
  }

  #add(corners: readonly number[], look: Look): void {
    const { count, positions } = this.#vertices
    if (corners.length < 3 || corners.some((point) => !(point >= 0 && point < count))) {
      this.#broken++
      return
    }
    for (const place of triangulate(corners, positions)) {
      this.corners.push(corners[place] ?? 0)
      if (this.uvs) {
        const uvs = Array.isArray(look.uvs) ? look.uvs : []
        this.uvs.push(uvs[place * 2] ?? 0, 1 - (uvs[place * 2 + 1] ?? 0))
      }
      if (this.colors) this.colors.push(...(look.color ?? [1, 1, 1]))
    }
    while (this.textures.length < this.corners.length / 3) this.textures.push(look.texture)
    if (this.textures.length > trianglesMax) {
      throw new UnworkableModelError('This PLY has too many triangles for a browser.')
    }
  }

  addTriangles(corners: readonly number[]): void {
    for (let at = 0; at + 2 < corners.length; at += 3) {
      this.#add(corners.slice(at, at + 3), { uvs: undefined, color: undefined, texture: 0 })
    }
  }

  describeLosses(): string[] {
    const losses: string[] = []
    if (this.#missing > 0) {
      const [missing, all] = [this.#missing, this.#claimed].map(formatCount)
      losses.push(`This file ends too early: ${missing} of ${all} faces are missing.`)
    }
    if (this.#broken > 0) {
      losses.push(`Left out: ${formatPlural(this.#broken, 'face')} without valid corners.`)
    }
    return losses
  }
}

type Look = {
  readonly uvs: number | number[] | undefined
  readonly color: readonly number[] | undefined
  readonly texture: number
}

function readStrips(element: PlyElement, next: NextRow, faces: Faces): void {
  if (element.properties.length === 0) return
  faces.isStated = true
  for (let at = 0; at < element.count; at++) {
    for (const value of next(element) ?? []) {
      if (Array.isArray(value)) faces.addTriangles(unrollStrip(value))
    }
  }
}

function readEdges(
  element: PlyElement,
  next: NextRow,
  { edges, count }: { edges: number[]; count: number },
): void {
  const ends = [findColumn(element, ['vertex1']), findColumn(element, ['vertex2'])]
  if (element.properties.length === 0) return
  for (let at = 0; at < element.count; at++) {
    const row = next(element)
    if (!row) return
    const [from = -1, to = -1] = ends.map((end) => (end ? Number(row[end.place]) : -1))
    if (from >= 0 && to >= 0 && from < count && to < count) edges.push(from, to)
  }
}

type Content = {
  readonly vertices: Vertices
  readonly faces: Faces
  readonly edges: readonly number[]
  readonly pictures: readonly (EmbeddedPicture | undefined)[]
}

function draw({ vertices, faces, edges, pictures }: Content): Drawn {
  const strokes: Stroke[] = []
  const hasPicture = pictures.some(Boolean)
  // Leaves out vertex colours, which would darken the picture.
  const colors = hasPicture ? undefined : vertices.colors
  const faceColors = hasPicture ? undefined : faces.colors
  const hasColors = colors !== undefined || faceColors !== undefined
  const parts = getParts({ vertices, faces, colors, faceColors })
  const plain = faces.isStated ? unpainted : unpaintedStroke
  const slots = Math.max(1, ...parts.map(({ material }) => material + 1))
  const materials = Array.from({ length: slots }, (_, slot): PartMaterial => {
    const picture = pictures[slot] ?? (slots === 1 ? pictures.find(Boolean) : undefined)
    const color: PartMaterial['color'] = hasColors || picture ? [1, 1, 1, 1] : plain.color
    return { ...plain, color, ...(picture && { picture }) }
  })
  const part = { positions: vertices.positions, ...(colors && { colors }), material: 0 }
  if (edges.length > 0) {
    const lines = { ...part, indices: Uint32Array.from(edges) }
    strokes.push({ kind: 'lines', part: lines })
  } else if (!faces.isStated && vertices.count > 0) {
    strokes.push({ kind: 'points', part: { ...part, indices: new Uint32Array() } })
  }
  return { parts, materials, strokes }
}

type Surfaces = {
  readonly vertices: Vertices
  readonly faces: Faces
  readonly colors: Float32Array<ArrayBuffer> | undefined
  readonly faceColors: readonly number[] | undefined
}

function getParts({ vertices, faces, colors, faceColors }: Surfaces): MeshPart[] {
  const { corners, uvs, textures } = faces
  if (corners.length === 0) return []
  const { positions, normals } = vertices
  if (!uvs && !faceColors) {
    const own = vertices.uvs
    const rest = {
      ...(normals && { normals }),
      ...(own && { uvs: own }),
      ...(colors && { colors }),
    }
    return [{ positions, indices: Uint32Array.from(corners), material: 0, ...rest }]
  }
  const slots = new Map<number, number[]>()
  textures.forEach((texture, triangle) => {
    const slot = Number.isInteger(texture) && texture > 0 && texture < 1000 ? texture : 0
    const list = slots.get(slot) ?? []
    slots.set(slot, list)
    list.push(triangle * 3, triangle * 3 + 1, triangle * 3 + 2)
  })
  return [...slots].map(([material, list]) => {
    const take = (source: ArrayLike<number>, size: number, isOfCorners: boolean) => {
      const taken = new Float32Array(list.length * size)
      list.forEach((corner, at) => {
        const from = (isOfCorners ? corner : (corners[corner] ?? 0)) * size
        for (let part = 0; part < size; part++) taken[at * size + part] = source[from + part] ?? 0
      })
      return taken
    }
    const shown = faceColors ? take(faceColors, 3, true) : colors && take(colors, 3, false)
    const placed = uvs ? take(uvs, 2, true) : vertices.uvs && take(vertices.uvs, 2, false)
    return {
      material,
      positions: take(positions, 3, false),
      indices: Uint32Array.from(list, (_, at) => at),
      ...(normals && { normals: take(normals, 3, false) }),
      ...(placed && { uvs: placed }),
      ...(shown && { colors: shown }),
    }
  })
}

/** Returns the triangles of a triangle strip, in which −1 starts a new strip. */
function unrollStrip(strip: readonly number[]): number[] {
  const triangles: number[] = []
  let start = 0
  for (let at = 0; at <= strip.length; at++) {
    if (at < strip.length && (strip[at] ?? -1) >= 0) continue
    for (let corner = start; corner + 2 < at; corner++) {
      const isOdd = (corner - start) % 2 === 1
      const [a = 0, b = 0, c = 0] = strip.slice(corner, corner + 3)
      if (a === b || b === c || c === a) continue
      triangles.push(a, isOdd ? c : b, isOdd ? b : c)
    }
    start = at + 1
  }
  return triangles
}
