import { strFromU8, unzipSync } from 'fflate'
import type { Part, Parts } from '../mesh/parts.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { trianglesMax } from '../triangles-max.ts'
import { unpainted } from './read-three.ts'

/** Unpacked; a few bytes of a zip can become gigabytes. */
const unpackedMaxBytes = 600 * 2 ** 20
/** Objects made of objects, made of objects. */
const nestingMax = 12

const metresOf: Readonly<Record<string, number>> = {
  micron: 1e-6,
  millimeter: 1e-3,
  centimeter: 1e-2,
  inch: 0.0254,
  foot: 0.3048,
  meter: 1,
}

/** Rows of a 4 × 3 matrix as 3MF writes it: a point is a row to its left. */
type Matrix = readonly number[]
const still: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]

type Shape = {
  positions: number[]
  corners: number[]
  /** A colour for each corner, if the object has any. */
  colors: string[]
}
type MfObject = { shape: Shape | undefined; components: { id: string; matrix: Matrix }[] }

/**
 * Reads a 3MF (core specification 1.3; colours of the materials extension): all that its build
 * plate holds, as one part, y up and in metres.
 *
 * @throws {UnworkableModelError} if it is no 3MF, refers to itself, or would unpack too large.
 */
export function read3mf(bytes: Uint8Array): Parts {
  const text = unpackModel(bytes)
  const unit = attributeOf(/<model\b[^>]*>/.exec(text)?.[0] ?? '', 'unit') ?? 'millimeter'
  const objects = readObjects(text)
  const gathered: Shape = { positions: [], corners: [], colors: [] }
  const items = [...text.matchAll(/<item\b[^>]*>/g)].map(([tag]) => ({
    id: attributeOf(tag, 'objectid') ?? '',
    matrix: matrixOf(tag),
  }))
  // A file without a build plate still has its objects.
  const wanted = items.length > 0 ? items : [...objects.keys()].map((id) => ({ id, matrix: still }))
  for (const { id, matrix } of wanted) gather(objects, { id, matrix, into: gathered, depth: 0 })
  return { parts: [partOf(gathered, metresOf[unit] ?? 1e-3)], materials: [materialFor(gathered)] }
}

function unpackModel(bytes: Uint8Array): string {
  let unpacked = 0
  let files: ReturnType<typeof unzipSync>
  try {
    files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!name.toLowerCase().endsWith('.model')) return false
        unpacked += originalSize
        if (unpacked > unpackedMaxBytes) {
          throw new UnworkableModelError('This 3MF is too large when decompressed.')
        }
        return true
      },
    })
  } catch (cause) {
    if (cause instanceof UnworkableModelError) throw cause
    throw new UnworkableModelError('This is not a 3MF file, or it is damaged.', { cause })
  }
  const names = Object.keys(files)
  const main = names.find((name) => /3dmodel\.model$/i.test(name)) ?? names[0]
  const model = main === undefined ? undefined : files[main]
  if (!model) throw new UnworkableModelError('This 3MF contains no model.')
  return strFromU8(model)
}

function readObjects(text: string): Map<string, MfObject> {
  const palettes = readPalettes(text)
  const objects = new Map<string, MfObject>()
  for (const [whole = '', head = ''] of text.matchAll(/(<object\b[^>]*>)[\s\S]*?<\/object>/g)) {
    objects.set(attributeOf(head, 'id') ?? '', {
      shape: whole.includes('<mesh') ? readShape(whole, head, palettes) : undefined,
      components: [...whole.matchAll(/<component\b[^>]*>/g)].map(([tag]) => ({
        id: attributeOf(tag, 'objectid') ?? '',
        matrix: matrixOf(tag),
      })),
    })
  }
  return objects
}

function readPalettes(text: string): Map<string, string[]> {
  const palettes = new Map<string, string[]>()
  const groups = /<(?:\w+:)?(colorgroup|basematerials)\b[^>]*>[\s\S]*?<\/(?:\w+:)?\1>/g
  for (const [whole] of text.matchAll(groups)) {
    const colors = [...whole.matchAll(/(?:displaycolor|\scolor)="(#[0-9A-Fa-f]{6})/g)]
    palettes.set(
      attributeOf(whole, 'id') ?? '',
      colors.map(([, color = '']) => color),
    )
  }
  return palettes
}

function readShape(whole: string, head: string, palettes: ReadonlyMap<string, string[]>): Shape {
  const positions: number[] = []
  for (const [tag] of whole.matchAll(/<vertex\b[^>]*>/g)) {
    for (const axis of ['x', 'y', 'z']) positions.push(Number(attributeOf(tag, axis)))
  }
  const points = positions.length / 3
  const corners: number[] = []
  const colors: string[] = []
  const ownPalette = attributeOf(head, 'pid')
  const ownColor = attributeOf(head, 'pindex')
  for (const [tag] of whole.matchAll(/<triangle\b[^>]*>/g)) {
    const three = ['v1', 'v2', 'v3'].map((name) => Number(attributeOf(tag, name)))
    if (!three.every((point) => Number.isInteger(point) && point >= 0 && point < points)) {
      throw new UnworkableModelError('This 3MF is damaged: triangles refer to missing vertices.')
    }
    corners.push(...three)
    const palette = palettes.get(attributeOf(tag, 'pid') ?? ownPalette ?? '')
    const first = attributeOf(tag, 'p1') ?? ownColor ?? '0'
    for (const name of ['p1', 'p2', 'p3']) {
      colors.push(palette?.[Number(attributeOf(tag, name) ?? first)] ?? '')
    }
  }
  if (!positions.every(Number.isFinite)) {
    throw new UnworkableModelError('This 3MF is damaged: some coordinates are not valid numbers.')
  }
  return { positions, corners, colors }
}

type PlacedObject = {
  readonly id: string
  /** From the object to the scene. */
  readonly matrix: Matrix
  /** Is added to. */
  readonly into: Shape
  /** Of components within components. */
  readonly depth: number
}

function gather(
  objects: ReadonlyMap<string, MfObject>,
  { id, matrix, into, depth }: PlacedObject,
): void {
  const object = objects.get(id)
  if (!object) return
  if (depth > nestingMax) {
    throw new UnworkableModelError('This 3MF is damaged: its components form a cycle.')
  }
  const { shape, components } = object
  if (shape) {
    const before = into.positions.length / 3
    for (let at = 0; at < shape.positions.length; at += 3) {
      into.positions.push(...moved(shape.positions, at, matrix))
    }
    for (const corner of shape.corners) into.corners.push(before + corner)
    for (const color of shape.colors) into.colors.push(color)
    if (into.corners.length / 3 > trianglesMax) {
      throw new UnworkableModelError('This 3MF has too many triangles for a browser.')
    }
  }
  for (const component of components) {
    gather(objects, {
      id: component.id,
      matrix: chained(component.matrix, matrix),
      into,
      depth: depth + 1,
    })
  }
}

const moved = (points: readonly number[], at: number, m: Matrix): number[] =>
  [0, 1, 2].map(
    (axis) =>
      (points[at] ?? 0) * (m[axis] ?? 0) +
      (points[at + 1] ?? 0) * (m[3 + axis] ?? 0) +
      (points[at + 2] ?? 0) * (m[6 + axis] ?? 0) +
      (m[9 + axis] ?? 0),
  )

/** First `a`, then `b`. */
const chained = (a: Matrix, b: Matrix): Matrix =>
  [0, 3, 6, 9].flatMap((row) =>
    [0, 1, 2].map(
      (axis) =>
        (a[row] ?? 0) * (b[axis] ?? 0) +
        (a[row + 1] ?? 0) * (b[3 + axis] ?? 0) +
        (a[row + 2] ?? 0) * (b[6 + axis] ?? 0) +
        (row === 9 ? (b[9 + axis] ?? 0) : 0),
    ),
  )

function matrixOf(tag: string): Matrix {
  const values = attributeOf(tag, 'transform')?.trim().split(/\s+/).map(Number)
  return values?.length === 12 && values.every(Number.isFinite) ? values : still
}

/** Corners with different colours cannot share a point, so with colours none do. */
function partOf({ positions, corners, colors }: Shape, scale: number): Part {
  // z up becomes y up.
  const turned = (at: number, into: Float32Array, place: number) => {
    into[place] = (positions[at] ?? 0) * scale
    into[place + 1] = (positions[at + 2] ?? 0) * scale
    into[place + 2] = -(positions[at + 1] ?? 0) * scale
  }
  if (!colors.some(Boolean)) {
    const placed = new Float32Array(positions.length)
    for (let at = 0; at < positions.length; at += 3) turned(at, placed, at)
    return { positions: placed, indices: Uint32Array.from(corners), material: 0 }
  }
  const placed = new Float32Array(corners.length * 3)
  const painted = new Float32Array(corners.length * 3)
  corners.forEach((point, corner) => {
    turned(point * 3, placed, corner * 3)
    const color = colors[corner] || '#CCCCCC'
    for (let channel = 0; channel < 3; channel++) {
      const stored = Number.parseInt(color.slice(1 + channel * 2, 3 + channel * 2), 16) / 255
      painted[corner * 3 + channel] =
        stored <= 0.04045 ? stored / 12.92 : ((stored + 0.055) / 1.055) ** 2.4
    }
  })
  return {
    positions: placed,
    indices: Uint32Array.from({ length: corners.length }, (_, at) => at),
    colors: painted,
    material: 0,
  }
}

const materialFor = ({ colors }: Shape) =>
  colors.some(Boolean) ? { ...unpainted, color: [1, 1, 1, 1] as const } : unpainted

function attributeOf(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
}
