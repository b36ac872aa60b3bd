import { marchSlices } from '#engine/mesh/march-slices.ts'
import { getSolidSize, type Angle, type TriangleSolid } from '../views.ts'
import { truthVolume } from './truth-volume.ts'

const cell = 1 / 96
const margin = 2

/**
 * Returns the largest solid that fits the outlines from some angles. No method that uses only
 * outlines can be better.
 */
export function outlineHull(solid: TriangleSolid, angles: readonly Angle[]): TriangleSolid {
  const [width, height, depth] = getSolidSize(solid).map(
    (size) => Math.ceil(size / cell) + 2 * margin,
  )
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
