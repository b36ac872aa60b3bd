import { priorCellsAcross, priorCellsDeep } from '#engine/fields/prior/network.ts'
import type { Angle } from '../views.ts'
import { getCameraAxes, isWithin, type VisualHull } from './hull.ts'

/** Depth of the grid, as a multiple of the object's long side. */
const reach = 2
/** Width of the grid, as a multiple of the object's long side. */
const frameSide = 64 / 56

/**
 * Returns how full each cell of a grid is, from 0 to 8. The cells are ordered from near to far,
 * relative to the middle of the depth of `box`.
 * @param box lowest and highest coordinates of the rotated solid, relative to the camera's
 * direction and the centre of the hull.
 */
export function calculateOccupancy(
  hull: VisualHull,
  angle: Angle,
  [min, max]: readonly [readonly number[], readonly number[]],
): Uint8Array {
  const axes = getCameraAxes(angle)
  const long = Math.max(max[0] - min[0], max[1] - min[1])
  const middle = min.map((value, c) => (value + max[c]) / 2)
  const across = (frameSide * long) / priorCellsAcross
  const deep = (reach * long) / priorCellsDeep
  const out = new Uint8Array(priorCellsDeep * priorCellsAcross * priorCellsAcross)
  const back = [0, 1, 2].map((c) => [0, 1, 2].map((row) => axes[row][c] / hull.size[c]))
  for (let z = 0; z < priorCellsDeep * 2; z++) {
    const w = middle[2] + ((priorCellsDeep - 0.5 - z) / 2) * deep
    if (w < min[2] || w > max[2]) continue
    for (let y = 0; y < priorCellsAcross * 2; y++) {
      const v = middle[1] + ((priorCellsAcross - 0.5 - y) / 2) * across
      if (v < min[1] || v > max[1]) continue
      const at = ((z >> 1) * priorCellsAcross + (y >> 1)) * priorCellsAcross
      for (let x = 0; x < priorCellsAcross * 2; x++) {
        const u = middle[0] + ((x + 0.5 - priorCellsAcross) / 2) * across
        const px = back[0][0] * u + back[0][1] * v + back[0][2] * w
        const py = back[1][0] * u + back[1][1] * v + back[1][2] * w
        const pz = back[2][0] * u + back[2][1] * v + back[2][2] * w
        if (isWithin(hull, px, py, pz)) out[at + (x >> 1)]++
      }
    }
  }
  return out
}
