import type { Parts } from '../mesh/parts.ts'
import { isClosedWhenSaved } from '../mesh/saved-closed.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { partTouching } from './part-touching.ts'
import { toParts, type PrintSolid } from './solid.ts'

/**
 * Tolerances of simplification as fractions of the model's size, tried in order until the result is
 * closed. The largest is 0.02 mm on a print of 60 mm.
 */
const simplifications = [0, 4e-6, 4e-5, 3e-4] as const

/**
 * Tolerances for simplifying a new surface in grid cells, tried in order until the result is
 * closed. The first value removes surplus triangles on flat areas.
 */
const thinnings = [0.01, 0, 0.05] as const

/**
 * Number of attempts to make a new surface. Each attempt shifts the grid, so that different points
 * coincide.
 */
const attempts = 4

export type Settled = { model: Parts; isRebuilt: boolean }

/** A body with a new surface, and the cell size of its grid in metres. */
export type Rebuilt = { solid: PrintSolid; cell: number }

/**
 * Returns the parts of a body so that they stay closed when rounded to 32-bit floats. Separates
 * touching surfaces and simplifies slightly, or rebuilds the surface if necessary.
 * @param rebuild makes the same body with a new surface, whose points differ in each attempt.
 * @param failure is the sentence of the error.
 * @throws {UnworkableModelError} if even a new surface is not closed.
 */
export function settle(
  solid: PrintSolid,
  rebuild: (attempt: number) => Rebuilt,
  failure = 'This would leave holes or touching surfaces. Scale the model up, or use a thicker wall.',
): Settled {
  const kept = firstClosed(solid, simplifications, getSize(solid))
  if (kept) return { model: kept, isRebuilt: false }
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { solid: made, cell } = rebuild(attempt)
    const model = firstClosed(made, thinnings, cell)
    if (model) return { model, isRebuilt: true }
  }
  throw new UnworkableModelError(failure)
}

function firstClosed(
  solid: PrintSolid,
  fractions: readonly number[],
  length: number,
): Parts | undefined {
  for (const fraction of fractions) {
    const body = fraction === 0 ? solid.body : solid.body.simplify(length * fraction)
    if (body.isEmpty()) continue
    const model = toClosedParts({ ...solid, body })
    if (model) return model
    const apart = partTouching(body, solid.solids)
    const parted = apart === body ? undefined : toClosedParts({ ...solid, body: apart })
    if (parted) return parted
  }
  return
}

function toClosedParts(solid: PrintSolid): Parts | undefined {
  const model = toParts(solid)
  return isClosedWhenSaved(model.parts) ? model : undefined
}

function getSize({ body }: PrintSolid): number {
  const { min, max } = body.boundingBox()
  return Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2])
}
