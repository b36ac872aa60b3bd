import { clamp } from '#lib/clamp.ts'
import { solveGrid } from '../raster/solve-grid.ts'
import type { GeometryGrid } from './geometry-grid.ts'

/** Added to the diagonal so that the system is solvable even if no node is fixed at zero. */
const leak = 1e-7
/** Relative tolerance of the solver. Later scaling removes the remaining error, which is smooth. */
const tolerance = 3e-3

/**
 * Minimum distance of a node to the silhouette, in cells. Closer nodes would dominate the
 * equations.
 */
const rimMin = 0.12
/**
 * `one` is the contrast of a typical crease (ΔE across two nodes). Contrast above `levelling` has
 * less effect.
 */
const creaseContrast = { one: 9, levelling: 30 } as const

/**
 * Solves div(c grad h) = -2 inside the silhouette. h is 0 on the silhouette and has zero slope at
 * open ends. Over a strip, the square root of h is a half circle.
 * @param parting contrast at each node, which lowers the conductance c, so that parts between
 * creases bulge separately. `start` is an initial guess, which is overwritten.
 */
export function solvePoisson(
  grid: GeometryGrid,
  openEnds: Uint8Array,
  parting?: { creases: Float32Array; sharpness: number; start: Float64Array },
): Float64Array {
  const { width, height, phi, inside } = grid
  const size = width * height
  const east = new Float64Array(size)
  const south = new Float64Array(size)
  const diagonal = new Float64Array(size)
  const right = new Float64Array(size)
  const d = phi.data
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (!inside[i]) continue
      right[i] = 2
      let sum = leak
      for (let side = 0; side < 4; side++) {
        const n = side === 0 ? i + 1 : side === 1 ? i - 1 : side === 2 ? i + width : i - width
        if (inside[n]) {
          const conductance = parting
            ? computeConductance(parting.creases[i], parting.creases[n], parting.sharpness)
            : 1
          sum += conductance
          if (side === 0) east[i] = conductance
          else if (side === 2) south[i] = conductance
        } else if (!openEnds[n]) {
          sum += 1 / clamp(d[i] / (d[i] - d[n]), rimMin, 1)
        }
      }
      diagonal[i] = sum
    }
  }
  return solveGrid(
    { width, inside, east, south, diagonal, right },
    { tolerance, iterationsMax: 500 },
    parting?.start,
  )
}

/**
 * Returns the conductance between two nodes. The effect of contrast levels off, so that a single
 * hard line does not separate a part completely.
 */
function computeConductance(crease: number, other: number, sharpness: number): number {
  const strength = (crease + other) / 2
  const scaled =
    (strength / creaseContrast.one) ** 2 / (1 + (strength / creaseContrast.levelling) ** 2)
  return 1 / (1 + sharpness * scaled)
}
