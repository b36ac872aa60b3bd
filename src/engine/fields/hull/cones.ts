import { distanceAt, type Projection } from '../../views/cameras/camera.ts'
import type { HullBlock, InsideOf } from './block.ts'

/** Returns the signed distance to the intersection of all cameras' outlines, positive inside. */
export function insideOfCones(cameras: readonly Projection[], block: HullBlock): InsideOf {
  const { across, down, inward, sizes, nodesPerLong } = block
  const x = across.map((fraction) => (fraction - 0.5) * sizes[0])
  const y = down.map((fraction) => (0.5 - fraction) * sizes[1])
  const z = inward.map((fraction) => (fraction - 0.5) * sizes[2])
  const seen = cameras.map(({ silhouette, scale, column, row }) => ({
    distance: silhouette.distance,
    nodesPerPixel: nodesPerLong / scale,
    columnX: x.map((place) => place * column[0] + column[3]),
    columnZ: z.map((place) => place * column[2]),
    rowX: x.map((place) => place * row[0] + row[3]),
    rowY: y.map((place) => place * row[1]),
    rowZ: z.map((place) => place * row[2]),
  }))
  return (i, j, k) => {
    let nearest = Infinity
    for (const { distance, nodesPerPixel, columnX, columnZ, rowX, rowY, rowZ } of seen) {
      const [column, row] = [columnX[i] + columnZ[k], rowX[i] + rowY[j] + rowZ[k]]
      const inside = distanceAt(distance, column, row) * nodesPerPixel
      if (inside < nearest) nearest = inside
      if (nearest <= -1) break
    }
    return nearest
  }
}
