import { boxBlurInPlace } from '../raster/blur.ts'
import { createPlane } from '../raster/plane.ts'
import { boundInside, type FieldGrid, type SpaceBox } from './hull/field-grid.ts'
import { carveShapes } from './hull/carve.ts'
import { drawOutline, listSurface } from './hull/draw-outline.ts'
import { keepParts } from './hull/keep-parts.ts'
import { restoreParts } from './hull/restore-parts.ts'
import { compareOutline } from './masks/compare-with-mat.ts'
import { dropOutliers } from './masks/drop-outliers.ts'
import { addToTableMap, createTableMap } from './masks/map-table.ts'
import { countObjectColours, maskMargin, maskPasses, refineMask } from './masks/refine-mask.ts'
import type { Mat } from './mat/mat-layout.ts'
import { cropToOutline, isUsed, type ScanView, type Volume } from './scan-view.ts'

/**
 * Number of grid points along the longest side of the bounding box: few while masks are refined,
 * many for the final shape.
 */
const pointsAlong = { draft: 120, result: 250 }
/** Upper bound of the number of grid points, each of which takes about 20 bytes. */
const pointsMax = 8_000_000
const rounds = 3
/**
 * Number of photos that may lack a part of the shape in each round: a constant plus a number per
 * photo. Only parts that other photos show are restored, because the shape would otherwise bulge
 * over flat tops, whose height few photos limit. While masks are refined, many photos may lack a
 * part, such as the neck of a bottle in front of a wall of the same colour.
 */
const ignoredPhotos = [
  [1, 0.12],
  [1, 0.2],
  [1, 0.2],
  [1, 0.1],
] as const
/** Below this number of photos, one photo may lack a part, because few photos limit the shape. */
const fewPhotos = 12
/** The same for the rough shape, whose photos are steep. */
const ignoredInRough = [0.5, 0.05] as const
const growPx = 3
/**
 * Minimum probability (0 to 255) of pixels that count fully as object in the first masks. Otherwise
 * small doubts in many photos would remove thin legs.
 */
const firstChanceMin = 83

const roughPoints = 64

export type Hull = {
  readonly grid: FieldGrid
  readonly box: SpaceBox
  /**
   * Median overlap of the photos' masks with the outline of the shape made from all photos, 0 to 1.
   */
  readonly agreement: number
  readonly objects: number
}

/** The space above a mat. */
export type Space = Volume & { readonly mat: Mat }

type HullEvents = {
  readonly onProgress?: (done: number) => void
  readonly onRough?: (grid: FieldGrid) => Promise<void>
}

/**
 * Carves the object's shape from the masks (visual hull), then refines masks and shape several
 * times. Sets `mask`, `outline` and `isDropped` of the views.
 * @returns undefined if no object stands on the mat with the printed markers.
 */
export async function buildHull(
  views: readonly ScanView[],
  { radius, height, mat }: Space,
  { onProgress = () => {}, onRough = () => Promise.resolve() }: HullEvents = {},
): Promise<Hull | undefined> {
  let box: SpaceBox = { min: [-radius, -radius, 0], max: [radius, radius, height] }
  let agreement = 1
  const table = createTableMap()
  for (const view of views) view.mask = growFirstMask(view)
  for (let round = 0; round <= rounds; round++) {
    onProgress(round / (rounds + 1))
    if (round > 1) agreement = dropOutliers(views)
    const isLast = round === rounds
    const { grid, objects } = carveParts(views, box, {
      ignored: ignoredPhotos[round],
      along: isLast ? pointsAlong.result : pointsAlong.draft,
      isTolerant: round === 0,
    })
    const inside = boundInside(grid)
    if (!inside) return undefined
    if (isLast) return { grid, box, agreement, objects }
    box = inside
    if (round > 0) await onRough(grid)
    const surface = listSurface(grid)
    for (const view of views) {
      view.outline = drawOutline(grid, view, surface)
      if (round < 2) addToTableMap(table, view)
      // The first shape is too large rather than too small, so the crop contains the object.
      if (round === 0) cropToOutline(view, maskMargin)
    }
    const colours = countObjectColours(
      views.filter(({ choice }) => choice !== 'out'),
      round === 0,
    )
    const pass = maskPasses[Math.min(round, maskPasses.length - 1)]
    for (const [i, view] of views.entries()) {
      onProgress((round + 0.3 + (0.7 * i) / views.length) / (rounds + 1))
      if (round === 1) compareOutline(view, mat)
      view.mask = refineMask(view, { objectColours: colours, table }, pass)
    }
  }
  return undefined
}

/**
 * Carves a coarse shape from the first masks of some photos, best from a steep angle, where the mat
 * is behind the whole object.
 */
export function buildRoughHull(
  views: readonly ScanView[],
  { radius, height }: Volume,
): FieldGrid | undefined {
  const masked = views.map((view) => ({ ...view, mask: growFirstMask(view, 0) }))
  const whole = { min: [-radius, -radius, 0], max: [radius, radius, height] }
  const find = (box: SpaceBox) =>
    carveParts(masked, box, { ignored: ignoredInRough, along: roughPoints, isTolerant: true }).grid
  const box = boundInside(find(whole))
  return box && find(box)
}

/**
 * Margin around the box of the earlier shape, as a fraction of the box's sides. A shape from fewer
 * photos can be larger.
 */
const boxRoom = 0.08

/** Carves the shape again from known masks, with other selected photos. */
export function rebuildHull(
  views: readonly ScanView[],
  { box: { min, max }, agreement }: Pick<Hull, 'box' | 'agreement'>,
): Hull | undefined {
  const room = max.map((value, k) => boxRoom * (value - min[k]))
  const wide = {
    min: min.map((value, k) => (k === 2 ? value : value - room[k])),
    max: max.map((value, k) => value + room[k]),
  }
  const ignored = ignoredPhotos[rounds]
  const draft = carveParts(views, wide, { ignored, along: pointsAlong.draft })
  const box = boundInside(draft.grid)
  if (!box) return undefined
  const result = carveParts(views, box, { ignored, along: pointsAlong.result })
  return { ...result, box, agreement }
}

type CarveRound = {
  /** Number of photos that may lack a part: a constant plus a number per photo. */
  readonly ignored: readonly [number, number]
  readonly along: number
  /** Whether some photos may be ignored at every point, because their masks are coarse. */
  readonly isTolerant?: boolean
}

/**
 * Carves the parts of the shape. A part that some photos separated from the rest, such as a thin
 * leg, is kept if the tolerant shape connects both.
 */
function carveParts(
  views: readonly ScanView[],
  box: SpaceBox,
  { ignored: [constant, perPhoto], along, isTolerant = false }: CarveRound,
): Pick<Hull, 'grid' | 'objects'> {
  const voters = views.filter(isUsed)
  const isFew = voters.length < fewPhotos && !isTolerant
  const ignored = isFew ? 1 : Math.round(constant + perPhoto * voters.length)
  const side = chooseSide(box, along)
  const shapes = carveShapes(voters, box, { side, ignored })
  if (!isTolerant) restoreParts(shapes, voters)
  const grid = isTolerant ? shapes.tolerant : shapes.strict
  return { grid, objects: keepParts(grid, shapes.tolerant) }
}

function chooseSide({ min, max }: SpaceBox, along: number): number {
  const sizes = max.map((value, k) => value - min[k])
  const volume = sizes[0] * sizes[1] * sizes[2]
  return Math.max(Math.max(...sizes) / along, Math.cbrt(volume / pointsMax))
}

/**
 * Returns the first mask of a photo: the pixels that differ from the mat, plus a margin. Pixels
 * beside the mat count as object, because their background is unknown.
 */
function growFirstMask({ width, height, matChance, onPage }: ScanView, besidePage = 1): Uint8Array {
  const plane = createPlane(width, height)
  for (let i = 0; i < plane.data.length; i++) {
    plane.data[i] = onPage[i] ? (matChance[i] >= firstChanceMin ? 1 : 0) : besidePage
  }
  // The mean is above 0 if any pixel of the square is set.
  boxBlurInPlace(plane, growPx)
  const grown = new Uint8Array(plane.data.length)
  for (let i = 0; i < grown.length; i++) if (plane.data[i] > 1e-3) grown[i] = 255
  return grown
}
