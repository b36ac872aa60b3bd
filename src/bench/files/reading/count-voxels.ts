import { readFile } from 'node:fs/promises'
import { type ModelMeasure, toMeasure } from './measure-parts.ts'

type Model = { readonly size: readonly number[]; readonly voxels: Uint8Array }
type Node =
  | { kind: 'transform'; child: number; turn: number; move: readonly number[] }
  | { kind: 'group'; children: readonly number[] }
  | { kind: 'shape'; models: readonly number[] }
type Place = { readonly turn: readonly (readonly number[])[]; readonly move: readonly number[] }

const unturned = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]
const metresPerVoxel = 0.1

/**
 * Measures a MagicaVoxel file without a library: the visible faces of its voxels, and the bounding
 * box of its models. The scene of the file gives the centre of each model.
 */
export async function countVoxels(path: string): Promise<ModelMeasure | undefined> {
  const bytes = await readFile(path)
  const models: Model[] = []
  const nodes = new Map<number, Node>()
  let size: number[] = []
  for (let at = 20; at + 12 <= bytes.length;) {
    const id = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const content = bytes.subarray(at + 12, at + 12 + length)
    if (id === 'SIZE') size = [0, 4, 8].map((offset) => content.readUInt32LE(offset))
    if (id === 'XYZI') models.push({ size, voxels: content.subarray(4) })
    if (['nTRN', 'nGRP', 'nSHP'].includes(id)) addNode(nodes, id, content)
    at += 12 + length
  }
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  let faces = 0
  const add = (model: Model | undefined, place: Place | undefined) => {
    if (!model) return
    const { filled, free } = countFaces(model)
    faces += free
    for (const corner of getCorners(model, filled)) {
      const at = place ? apply(place, corner) : corner
      at.forEach((value, axis) => {
        low[axis] = Math.min(low[axis] ?? 0, value)
        high[axis] = Math.max(high[axis] ?? 0, value)
      })
    }
  }
  const visit = (id: number, place: Place) => {
    const node = nodes.get(id)
    if (node?.kind === 'group') for (const child of node.children) visit(child, place)
    if (node?.kind === 'shape') for (const model of node.models) add(models[model], place)
    if (node?.kind === 'transform') {
      const turn = toMatrix(node.turn)
      visit(node.child, {
        turn: place.turn.map((row) =>
          unturned.map((_, axis) =>
            dot(
              row,
              turn.map((one) => one[axis] ?? 0),
            ),
          ),
        ),
        move: apply(place, node.move),
      })
    }
  }
  if (nodes.size > 0) visit(0, { turn: unturned, move: [0, 0, 0] })
  else add(models[0], undefined)
  const metres = [low[0], low[2], -(high[1] ?? 0), high[0], high[2], -(low[1] ?? 0)]
  const box = metres.map((value) => (value ?? 0) * metresPerVoxel)
  const measure = toMeasure({ triangles: faces * 2, area: faces * metresPerVoxel ** 2, box })
  // The number of triangles is not compared, because readers join faces. A model without a scene
  // has no position.
  const hasPlace = nodes.size > 0
  return measure && { ...measure, triangles: undefined, box: hasPlace ? box : undefined }
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

const apply = ({ turn, move }: Place, point: readonly number[]): number[] =>
  turn.map((row, axis) => dot(row, point) + (move[axis] ?? 0))

/**
 * Unpacks a rotation matrix, in which each row has one entry, 1 or -1. Two bits are the column of a
 * row's entry, and another bit per row is the sign.
 */
function toMatrix(packed: number): number[][] {
  const first = packed & 3
  const second = (packed >> 2) & 3
  return [first, second, 3 - first - second].map((column, row) =>
    unturned.map((_, axis) => (axis === column ? (packed & (16 << row) ? -1 : 1) : 0)),
  )
}

function addNode(nodes: Map<number, Node>, kind: string, content: Buffer): void {
  let at = 0
  const int = () => content.readInt32LE((at += 4) - 4)
  const text = () => {
    const length = int()
    return content.toString('latin1', at, (at += length))
  }
  const dictionary = () => {
    const entries = Array.from({ length: int() }, (): [string, string] => [text(), text()])
    return new Map(entries)
  }
  const id = int()
  dictionary()
  if (kind === 'nGRP') {
    nodes.set(id, { kind: 'group', children: Array.from({ length: int() }, int) })
  } else if (kind === 'nSHP') {
    const models = Array.from({ length: int() }, () => {
      const model = int()
      dictionary()
      return model
    })
    nodes.set(id, { kind: 'shape', models: models.slice(0, 1) })
  } else {
    const child = int()
    at += 12
    const frame = dictionary()
    const move = (frame.get('_t') ?? '0 0 0').split(' ').map(Number)
    nodes.set(id, { kind: 'transform', child, turn: Number(frame.get('_r') ?? 4), move })
  }
}

function countFaces({ size, voxels }: Model) {
  const [width = 0, depth = 0] = size
  const key = (x: number, y: number, z: number) => x + width * (y + depth * z)
  const filled = new Set<number>()
  for (let at = 0; at + 3 < voxels.length; at += 4) {
    filled.add(key(voxels[at] ?? 0, voxels[at + 1] ?? 0, voxels[at + 2] ?? 0))
  }
  let free = 0
  for (const place of filled) {
    const [x, y] = [place % width, Math.floor(place / width) % depth]
    const z = Math.floor(place / width / depth)
    const sides = [
      x > 0 && filled.has(place - 1),
      x < width - 1 && filled.has(place + 1),
      y > 0 && filled.has(place - width),
      y < depth - 1 && filled.has(place + width),
      z > 0 && filled.has(place - width * depth),
      filled.has(place + width * depth),
    ]
    free += sides.filter((isCovered) => !isCovered).length
  }
  return { filled, free }
}

function getCorners({ size, voxels }: Model, filled: ReadonlySet<number>): number[][] {
  if (filled.size === 0) return []
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at + 3 < voxels.length; at += 4) {
    for (let axis = 0; axis < 3; axis++) {
      const value = (voxels[at + axis] ?? 0) - Math.floor((size[axis] ?? 0) / 2)
      low[axis] = Math.min(low[axis] ?? 0, value)
      high[axis] = Math.max(high[axis] ?? 0, value + 1)
    }
  }
  return Array.from({ length: 8 }, (_, corner) =>
    low.map((value, axis) => (corner & (1 << axis) ? (high[axis] ?? 0) : value)),
  )
}
