import { marchSlices } from '#engine/mesh/march-slices.ts'
import { sizeOf, type Angle, type Solid } from '../views.ts'
import { truthVolume } from './truth-volume.ts'

/** Of a cell, in long sides of the front. */
const cell = 1 / 96
/** Cells beside the solid, so that the hull is closed. */
const margin = 2

/**
 * All that silhouettes from some angles leave of a block: what those who know the outlines and the cameras exactly,
 * and nothing of what things look like, can say of a solid that is in its place.
 */
export function outlineHull(solid: Solid, angles: readonly Angle[]): Solid {
  const [width, height, depth] = sizeOf(solid).map((size) => Math.ceil(size / cell) + 2 * margin)
  const inside = truthVolume(solid, { size: [width, height, depth], cell }, angles)
  const { points, indices } = marchSlices({
    width,
    height,
    depth,
    fill(z, slice) {
      for (let i = 0; i < slice.length; i++) slice[i] = inside[z * slice.length + i] ? 1 : -1
    },
  })
  const middle = [width, height, depth].map((count) => (count - 1) / 2)
  const positions = points.map((value, k) => {
    const off = (value - middle[k % 3]) * cell
    return k % 3 === 1 ? -off : off
  })
  return { positions, indices }
}
