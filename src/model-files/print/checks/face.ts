type Vector = readonly [x: number, y: number, z: number]

type MeasuredFace = { normal: Vector; middle: Vector; area: number }

/**
 * Returns a triangle's unit normal, middle and area.
 * @param at index of the triangle's first corner.
 */
export function getFace(corners: Float32Array, at: number): MeasuredFace {
  const value = (place: number) => corners[at + place] ?? 0
  const [ux, uy, uz] = [value(3) - value(0), value(4) - value(1), value(5) - value(2)]
  const [vx, vy, vz] = [value(6) - value(0), value(7) - value(1), value(8) - value(2)]
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const length = Math.hypot(nx, ny, nz)
  const unit = length || 1
  return {
    normal: [nx / unit, ny / unit, nz / unit],
    middle: [
      (value(0) + value(3) + value(6)) / 3,
      (value(1) + value(4) + value(7)) / 3,
      (value(2) + value(5) + value(8)) / 3,
    ],
    area: length / 2,
  }
}
