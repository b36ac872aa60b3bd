import { clamp } from '#lib/clamp.ts'
import { solveGrid } from '../raster/solve-grid.ts'
import type { GeometryGrid } from './geometry-grid.ts'

/** Keeps the system solvable when no node at all is held at zero. */
const leak = 1e-7
/** What is left is smooth and small, and scaled to measure later on. */
const tolerance = 3e-3

/** A node may be no nearer to the silhouette than this (cells), or its equation would outweigh all others. */
const rimMin = 0.12
/** Contrast (ΔE across two nodes) that counts as one crease, and from which on more hardly parts any further. */
const creaseContrast = { one: 9, levelling: 30 } as const

/**
 * Solves div(c grad h) = -2 inside the silhouette. h is 0 on the sub-pixel silhouette and has no
 * slope towards open ends; its square root is a half circle over a strip.
 *
 * @param parting contrast at each node and how strongly it parts: conductance falls where it is
 *   high, so that parts between creases bulge on their own. Without it conductance is 1. `start` is
 *   a first guess, and overwritten.
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
            ? conduct(parting.creases[i], parting.creases[n], parting.sharpness)
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

/** Falls with the crease's contrast but levels off, so that one hard line does not cut a part off. */
function conduct(crease: number, other: number, sharpness: number): number {
  const strength = (crease + other) / 2
  const scaled =
    (strength / creaseContrast.one) ** 2 / (1 + (strength / creaseContrast.levelling) ** 2)
  return 1 / (1 + sharpness * scaled)
}
