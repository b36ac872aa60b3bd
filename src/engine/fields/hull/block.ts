import type { Cutout } from '../../crop.ts'
import { depthSeen } from '../../views/cameras/camera.ts'
import { boxOf } from '../../views/fit-back.ts'
import { depthMost, type SideView } from '../../views/side-view.ts'
import type { GeometryGrid } from '../geometry-grid.ts'

/** How far inside a node is of what was seen from the sides, in nodes, by its numbers along x, y and z. */
export type InsideOf = (x: number, y: number, z: number) => number

/** The nodes of a solid, as its outlines have them. */
export type Block = {
  /** Slices. */
  readonly depth: number
  /** Nodes of the object's depth. */
  readonly deep: number
  readonly nodesPerLong: number
  /** Where nodes lie in the object's box, as shares of it: from the left, from the top, from the back. */
  readonly across: Float32Array
  readonly down: Float32Array
  readonly inward: Float32Array
  /** Of that box, in long sides of the front. */
  readonly sizes: readonly [width: number, height: number, depth: number]
}

/** Slices before and behind the object. */
const margin = 2

export function layBlock(grid: GeometryGrid, cutout: Cutout, side: SideView): Block {
  const box = boxOf(cutout)
  const long = Math.max(box.width, box.height)
  const nodesPerLong = long * grid.cellsPerPixel
  const own = Math.min(depthMost, (side.depth * box.height) / long)
  const seen = side.cameras ? Math.min(depthMost, depthSeen(side.cameras)) : own
  const deep = own * nodesPerLong
  const depth = Math.ceil(Math.max(own, seen) * nodesPerLong) + 2 * margin
  const placesAlong = (nodes: number, pixels: number, length: number) =>
    Float32Array.from(
      { length: nodes },
      (_, node) => (((node + 0.5) * pixels) / nodes - box.margin) / length,
    )
  return {
    depth,
    deep,
    nodesPerLong,
    across: placesAlong(grid.width, cutout.width, box.width),
    down: placesAlong(grid.height, cutout.height, box.height),
    inward: Float32Array.from({ length: depth }, (_, z) => (z - (depth - 1) / 2) / deep + 0.5),
    sizes: [box.width / long, box.height / long, own],
  }
}

/** From shares of a box to places between samples of its cells, whose middles are at halves. */
export const inCells = (places: Float32Array, cells: number) =>
  places.map((place) => place * cells - 0.5)
