import type { FieldGrid } from '../hull/field-grid.ts'
import type { ScanView } from '../scan-view.ts'
import { chooseDepths } from './choose-depths.ts'
import { compareViews, createSampler, selectSamplers } from './compare-views.ts'
import { flattenTops } from './flatten-tops.ts'
import { findHorizon } from './find-horizon.ts'
import { keepGains } from './keep-gains.ts'
import { limitHollows } from './limit-hollows.ts'
import { removeSpikes } from './remove-spikes.ts'
import { createRelief, cutRelief } from './relief.ts'
import { smoothCosts } from './smooth-costs.ts'

const viewsMin = 4
/** Fraction of the photos that are compared while it is unknown which photos see a point. */
const straightFraction = 0.45
/**
 * The surface is found again for each entry, because it shows which photos see a point. Cells up to
 * this far away hide nothing, because their surface may be as wrong as the point's own surface.
 */
const skippedCells = [8, 4, 2]
const outlineRounds = 3
/** Rounds of a median filter, which removes the spikes and pits of single cells at the end. */
const smoothRounds = 3

/**
 * Removes the parts of a visual hull that fill hollows or bulge over flat tops, as seen from above.
 * A part is removed if the photos agree about the colours of the surface below the part better than
 * about the part's own surface, and if no outline of the object gets a hole. A median filter then
 * smooths the new surface.
 */
export function carveHollows(grid: FieldGrid, views: readonly ScanView[]): void {
  const relief = createRelief(grid, [0, 0, 1])
  if (!relief) return
  const deepest = relief.last.slice()
  const middle = [grid.nx, grid.ny, grid.nz].map((n, k) => grid.min[k] + (n / 2) * grid.side)
  const samplers = selectSamplers(views.map(createSampler), relief, middle)
  if (samplers.length < viewsMin) return
  const straight = samplers.slice(
    0,
    Math.max(viewsMin, Math.ceil(straightFraction * samplers.length)),
  )
  let costs = smoothCosts(relief, compareViews(relief, straight))
  let depths = chooseDepths(relief, costs)
  for (const skipped of skippedCells) {
    const horizons = samplers.map((sampler) => findHorizon(relief, sampler, { depths, skipped }))
    costs = smoothCosts(relief, compareViews(relief, samplers, horizons))
    depths = chooseDepths(relief, costs)
  }
  for (let round = 0; round < outlineRounds; round++) {
    keepGains(relief, { costs, depths })
    depths = removeSpikes(relief, depths)
    if (limitHollows({ grid, relief, costs, depths }, views) === 0) break
    if (round < outlineRounds - 1) depths = chooseDepths(relief, costs)
  }
  for (let round = 0; round < smoothRounds; round++) depths = removeSpikes(relief, depths)
  cutRelief(grid, relief, flattenTops(relief, { depths, deepest }, views))
}
