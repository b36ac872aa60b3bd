import { cellTriangles } from './cell-table.ts'
import type { SlicedField } from '../fields/hull/sliced-field.ts'
import type { GridMesh } from './march.ts'

/**
 * Distance of vertices from grid points, in cells. Vertices on grid points could make triangles
 * without area.
 */
const clearance = 0.001

/**
 * Runs marching cubes over a field of unit cells, with only two slices in memory at a time.
 * @returns points whose unit is the distance of two nodes; the third coordinate counts slices
 * towards the viewer.
 */
export function marchSlices({ width, height, depth, fill }: SlicedField): GridMesh {
  const size = width * height
  let [near, far] = [getSlice(size), getSlice(size)]
  const across = new Int32Array(size)
  const points = new Growing(Float32Array, 3 * 65_536)
  const indices = new Growing(Uint32Array, 6 * 65_536)
  fill(0, near.field)
  for (let z = 0; z + 1 < depth; z++) {
    fill(z + 1, far.field)
    placeWithin(far, { width, height, z: z + 1 }, points)
    for (let i = 0; i < size; i++) {
      const [a, b] = [near.field[i], far.field[i]]
      if (a > 0 === b > 0) continue
      across[i] = points.length / 3
      points.push3(i % width, Math.floor(i / width), z + within(a / (a - b)))
    }
    connect({ near, far, across }, { width, height }, indices)
    ;[near, far] = [far, near]
  }
  return { points: points.used(), indices: indices.used() }
}

type Slice = {
  readonly field: Float32Array
  readonly east: Int32Array
  readonly south: Int32Array
}

const getSlice = (size: number): Slice => ({
  field: new Float32Array(size),
  east: new Int32Array(size),
  south: new Int32Array(size),
})

const within = (fraction: number) => Math.min(1 - clearance, Math.max(clearance, fraction))

type Layer = { readonly width: number; readonly height: number; readonly z: number }

function placeWithin(
  { field, east, south }: Slice,
  { width, height, z }: Layer,
  points: Growing<Float32Array>,
): void {
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const value = field[i]
      if (x + 1 < width && value > 0 !== field[i + 1] > 0) {
        east[i] = points.length / 3
        points.push3(x + within(value / (value - field[i + 1])), y, z)
      }
      if (y + 1 < height && value > 0 !== field[i + width] > 0) {
        south[i] = points.length / 3
        points.push3(x, y + within(value / (value - field[i + width])), z)
      }
    }
  }
}

type Cells = { readonly near: Slice; readonly far: Slice; readonly across: Int32Array }

function connect(
  cells: Cells,
  { width, height }: Omit<Layer, 'z'>,
  indices: Growing<Uint32Array>,
): void {
  const [near, far] = [cells.near.field, cells.far.field]
  const corners = [0, 1, width + 1, width]
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0; x + 1 < width; x++) {
      const i = y * width + x
      let set = 0
      for (let corner = 0; corner < 4; corner++) {
        if (near[i + corners[corner]] > 0) set |= 1 << corner
        if (far[i + corners[corner]] > 0) set |= 16 << corner
      }
      const edges = cellTriangles[set]
      for (let t = 0; t < edges.length; t += 3) {
        const [a, b, c] = [edges[t], edges[t + 1], edges[t + 2]]
        indices.push3(
          vertexOn(cells, a, i, corners),
          vertexOn(cells, b, i, corners),
          vertexOn(cells, c, i, corners),
        )
      }
    }
  }
}

// oxlint-disable-next-line max-params -- for each corner of a triangle
function vertexOn(
  { near, far, across }: Cells,
  edge: number,
  i: number,
  corners: readonly number[],
): number {
  if (edge >= 8) return across[i + corners[edge - 8]]
  const { east, south } = edge >= 4 ? far : near
  const side = edge & 3
  if (side === 0) return east[i]
  if (side === 1) return south[i + 1]
  return side === 2 ? east[i + corners[3]] : south[i]
}

class Growing<Numbers extends Float32Array | Uint32Array> {
  length = 0
  #data: Numbers
  readonly #make: new (length: number) => Numbers

  constructor(make: new (length: number) => Numbers, room: number) {
    this.#make = make
    this.#data = new make(room)
  }

  push3(a: number, b: number, c: number): void {
    if (this.length + 3 > this.#data.length) {
      const larger = new this.#make(2 * this.#data.length)
      larger.set(this.#data)
      this.#data = larger
    }
    this.#data[this.length++] = a
    this.#data[this.length++] = b
    this.#data[this.length++] = c
  }

  used(): Numbers {
    return this.#data.slice(0, this.length) as Numbers
  }
}
