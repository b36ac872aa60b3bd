import { createVisibility, rasterise } from '#engine/thumbnail/rasterise.ts'
import { sideAngles, rotateSolid, type Angle, type TriangleSolid } from '../views.ts'

/**
 * A block of cells around the origin. The index of x changes fastest, then y (downwards), then z
 * (towards the viewer).
 */
export type CellBlock = { readonly size: readonly [number, number, number]; readonly cell: number }

const allAround: readonly Angle[] = [
  ...sideAngles,
  { yaw: 0, pitch: 0 },
  { yaw: 0, pitch: 89 },
  ...[-60, -35, 20, 45, 65].flatMap((pitch) =>
    [15, 75, 135, 195, 255, 315].map((yaw) => ({ yaw: yaw + pitch, pitch })),
  ),
]
const samplesPerCell = 2

/**
 * Returns the cells inside all silhouettes: the shape of a solid as seen from outside, without its
 * cavities.
 */
export function truthVolume(
  solid: TriangleSolid,
  { size: [width, height, depth], cell }: CellBlock,
  angles = allAround,
): Uint8Array {
  const inside = new Uint8Array(width * height * depth).fill(1)
  const reach = (Math.hypot(width, height, depth) * cell) / 2
  const side = Math.ceil((2 * reach * samplesPerCell) / cell)
  const scale = side / (2 * reach)
  for (const angle of angles) {
    const { positions, indices } = rotateSolid(solid, angle)
    const points = positions.map((value, k) =>
      k % 3 === 2 ? value : side / 2 + (k % 3 === 0 ? value : -value) * scale,
    )
    const visibility = createVisibility(side)
    rasterise(visibility, { draw: 0, points, indices })
    const [sy, cy] = [
      Math.sin((-angle.yaw * Math.PI) / 180),
      Math.cos((-angle.yaw * Math.PI) / 180),
    ]
    const [sp, cp] = [
      Math.sin((angle.pitch * Math.PI) / 180),
      Math.cos((angle.pitch * Math.PI) / 180),
    ]
    for (let k = 0, i = 0; k < depth; k++) {
      const pz = (k - (depth - 1) / 2) * cell
      for (let j = 0; j < height; j++) {
        const py = ((height - 1) / 2 - j) * cell
        for (let n = 0; n < width; n++, i++) {
          if (!inside[i]) continue
          const px = (n - (width - 1) / 2) * cell
          const x = Math.floor(side / 2 + (px * cy + pz * sy) * scale)
          const y = Math.floor(side / 2 - (py * cp - (pz * cy - px * sy) * sp) * scale)
          const isIn = x >= 0 && y >= 0 && x < side && y < side
          if (!isIn || visibility.draws[y * side + x] < 0) inside[i] = 0
        }
      }
    }
  }
  return inside
}
