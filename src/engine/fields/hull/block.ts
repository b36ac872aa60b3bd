import type { Cutout } from '../../crop.ts'
import { getVisibleDepth } from '../../views/cameras/camera.ts'
import { getObjectBox } from '../../views/fit-back.ts'
import { depthMost, type SideView } from '../../views/side-view.ts'
import type { GeometryGrid } from '../geometry-grid.ts'

/** Returns the signed distance from a grid position to one outline, in nodes, positive inside. */
export type InsideOf = (x: number, y: number, z: number) => number

export type HullBlock = {
  readonly depth: number
  readonly deep: number
  readonly nodesPerLong: number
  /**
   * Distance of each column from the left of the object's bounding box, as a fraction of the box's
   * width.
   */
  readonly across: Float32Array
  /**
   * Distance of each row from the top of the object's bounding box, as a fraction of the box's
   * height.
   */
  readonly down: Float32Array
  /**
   * Distance of each slice from the back of the object's bounding box, as a fraction of the box's
   * depth.
   */
  readonly inward: Float32Array
  /** Size of the object's bounding box, in multiples of the long side of the front picture. */
  readonly sizes: readonly [width: number, height: number, depth: number]
}

const margin = 2

export function layBlock(grid: GeometryGrid, cutout: Cutout, side: SideView): HullBlock {
  const box = getObjectBox(cutout)
  const long = Math.max(box.width, box.height)
  const nodesPerLong = long * grid.cellsPerPixel
  const own = Math.min(depthMost, (side.depth * box.height) / long)
  const seen = side.cameras ? Math.min(depthMost, getVisibleDepth(side.cameras)) : own
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

export const inCells = (places: Float32Array, cells: number) =>
  places.map((place) => place * cells - 0.5)
