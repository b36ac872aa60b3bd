import { boundInside, type FieldGrid, type SpaceBox } from './hull/field-grid.ts'
import { carve } from './hull/carve.ts'
import { drawOutline, listSurface } from './hull/draw-outline.ts'
import { keepParts } from './hull/keep-parts.ts'
import { countObjectColours, maskPasses, refineMask } from './masks/refine-mask.ts'
import type { ScanView, Volume } from './scan-view.ts'

/**
 * Number of grid points along the longest side of the bounding box: few while masks are refined,
 * many for the result.
 */
const pointsAlong = { draft: 120, result: 250 }
/** Upper bound of the number of grid points. Each point takes about 20 bytes. */
const pointsMax = 8_000_000
const rounds = 3
/**
 * How many votes against a point are tolerated in each round: a constant, and a number per photo.
 */
const tolerances = [
  [0.5, 0.06],
  [0.4, 0.045],
  [0.35, 0.03],
  [0.3, 0.022],
] as const
/**
 * A photo is dropped if it agrees with the common outline by this much less than the median photo.
 */
const dropBelow = 0.06
/** First masks are grown by this many pixels, so that thin legs survive. */
const growPx = 3

type Progress = (done: number) => void

/**
 * Finds the object's shape. Carves the shape from the masks (visual hull), then refines the masks
 * with the shape's outline and colours, several times. Sets `mask`, `outline` and `isDropped` of
 * the views.
 *    @returns undefined if no object stands on the mat with the printed markers.
 */
export function buildHull(
  views: readonly ScanView[],
  { radius, height }: Volume,
  onProgress: Progress = () => {},
): FieldGrid | undefined {
  let box: SpaceBox = { min: [-radius, -radius, 0], max: [radius, radius, height] }
  for (const view of views) view.mask = growFirstMask(view)
  for (let round = 0; round <= rounds; round++) {
    onProgress(round / (rounds + 1))
    if (round > 1) dropOutliers(views)
    const voters = views.filter(({ isDropped }) => !isDropped)
    const [constant, perPhoto] = tolerances[round]
    const isLast = round === rounds
    const side = chooseSide(box, isLast ? pointsAlong.result : pointsAlong.draft)
    const grid = carve(voters, box, { side, tolerance: constant + perPhoto * voters.length })
    keepParts(grid)
    const inside = boundInside(grid)
    if (!inside) return undefined
    if (isLast) return grid
    box = inside
    const surface = listSurface(grid)
    for (const view of views) view.outline = drawOutline(grid, view, surface)
    const colours = countObjectColours(views, round === 0)
    const pass = maskPasses[Math.min(round, maskPasses.length - 1)]
    for (const [i, view] of views.entries()) {
      onProgress((round + 0.3 + (0.7 * i) / views.length) / (rounds + 1))
      view.mask = refineMask(view, colours, pass)
    }
  }
  return undefined
}

function chooseSide({ min, max }: SpaceBox, along: number): number {
  const sizes = max.map((value, k) => value - min[k])
  const volume = sizes[0] * sizes[1] * sizes[2]
  return Math.max(Math.max(...sizes) / along, Math.cbrt(volume / pointsMax))
}

/**
 * Returns the first mask of a photo: pixels that differ from the mat, grown. Pixels beside the page
 * always count as object, because their background is unknown.
 */
function growFirstMask({ width, height, matChance, onPage }: ScanView): Uint8Array {
  const known = matChance.map((chance, i) => (onPage[i] ? chance : 255))
  const across = new Uint8Array(known.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const to = i - x + Math.min(width - 1, x + growPx)
      let most = 0
      for (let k = i - Math.min(x, growPx); k <= to; k++) if (known[k] > most) most = known[k]
      across[i] = most
    }
  }
  const grown = known
  for (let y = 0, i = 0; y < height; y++) {
    const from = -Math.min(y, growPx) * width
    const to = Math.min(height - 1 - y, growPx) * width
    for (let x = 0; x < width; x++, i++) {
      let most = 0
      for (let k = i + from; k <= i + to; k += width) if (across[k] > most) most = across[k]
      grown[i] = most
    }
  }
  return grown
}

/**
 * Drops photos whose mask disagrees with the outline of the common shape, for example because of a
 * passer-by.
 */
function dropOutliers(views: readonly ScanView[]): void {
  const agreements = views.map(({ mask, outline }) => {
    let [both, either] = [0, 0]
    for (let i = 0; i < mask.length; i++) {
      const isObject = mask[i] > 127
      if (isObject && outline[i]) both++
      if (isObject || outline[i]) either++
    }
    return both / Math.max(1, either)
  })
  const median = agreements.toSorted((a, b) => a - b)[agreements.length >> 1]
  for (const [i, view] of views.entries()) view.isDropped = agreements[i] < median - dropBelow
}
