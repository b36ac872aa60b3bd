import { clamp } from '#lib/clamp.ts'
import type { Cutout } from '../crop.ts'
import type { DecodedPicture } from '../decode.ts'
import { runPictureNetwork } from '../mask/picture-network.ts'
import type { OpenNetwork } from '../networks/open-network.ts'
import { cropPlane } from '../raster/crop-plane.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { fillUnknown } from '../raster/pull-push.ts'
import { stretch } from '../raster/sample.ts'
import { solveDense } from '../raster/solve-dense.ts'
import { weightedBlur } from '../raster/weighted-blur.ts'
import type { GeometryGrid } from './geometry-grid.ts'
import type { Heights } from './heights.ts'

/**
 * Input format of the networks Depth Anything and MiDaS. `sidePx` is the side of the input if the
 * network file allows any side.
 */
const input = {
  sidePx: 518,
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
} as const

const quantiles = [0.01, 0.99] as const
/** Depths closer to the outline than this, in cells, mix object and backdrop. */
const rim = 2.5
/** Blur (sigma, in cells) of the relief that the depth network adds to the shape. */
const softening = 1.2
const nodesMin = 16
/**
 * Largest shift of the shape's middle by the depth network, as a fraction of the grid's long side.
 */
const outMax = 0.8

/**
 * Runs a depth network on the picture.
 * @param network returns larger numbers for nearer pixels (inverse depth).
 * @returns values over the cutout, in the network's own unit.
 * @throws {EngineError} `network_unusable`.
 */
export async function guessNearness(
  picture: DecodedPicture,
  cutout: Omit<Cutout, 'linear' | 'alpha'>,
  network: OpenNetwork,
): Promise<Plane> {
  const whole = await runPictureNetwork(picture, network, (sidePx) => ({
    ...input,
    sidePx: sidePx || input.sidePx,
  }))
  return cropPlane(whole, picture, cutout)
}

type SeenNearness = {
  readonly nearness: Plane
  readonly grid: GeometryGrid
  readonly weight: Plane
}

/**
 * Adds the depth network's relief to the shape without changing the thickness. The relief is scaled
 * to the thickness, because the network's output has no unit.
 */
export function fuseNearness(
  { front, back }: Heights,
  { nearness, grid, weight }: SeenNearness,
): Heights {
  const { width, height, inside, phi } = grid
  const near = stretch(nearness, width, height).data
  const isKnown = (i: number) => inside[i] === 1 && phi.data[i] > rim && Number.isFinite(near[i])
  const nodes = Array.from(near.keys()).filter(isKnown)
  if (nodes.length < nodesMin) return { front, back }
  const sorted = Float32Array.from(nodes, (i) => near[i]).toSorted()
  const [low, high] = quantiles.map((q) => sorted[Math.floor(q * (sorted.length - 1))])
  if (!(high - low > 1e-6)) return { front, back }
  const seen = (i: number) => (clamp(near[i], low, high) - low) / (high - low)
  const thick = front.data.map((value, i) => (value + back.data[i]) / 2)
  const scale = fitScale(nodes, { seen, thick, width })
  const out = createPlane(width, height)
  const known = createPlane(width, height)
  let mean = 0
  for (const i of nodes) mean += (scale * seen(i) - thick[i]) / nodes.length
  const most = outMax * Math.max(width, height)
  for (const i of nodes) {
    out.data[i] = clamp(scale * seen(i) - thick[i] - mean, -most, most)
    known.data[i] = 1
  }
  fillUnknown([out], known)
  const middle = weightedBlur(out, weight, softening)
  const fused = { front: createPlane(width, height), back: createPlane(width, height) }
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    fused.front.data[i] = thick[i] + middle.data[i]
    fused.back.data[i] = thick[i] - middle.data[i]
  }
  return fused
}

/**
 * The depth network's relief is scaled to the thickness only if the thickness explains at least
 * this fraction of the relief's variance.
 */
const likenessMin = 0.25
/**
 * Extent of the depth network's relief as a multiple of the thickness: `unknown` if the scale
 * cannot be fitted, `most` as the upper bound.
 */
const reliefExtent = { unknown: 0.35, most: 1.6 } as const

type Relief = {
  readonly seen: (node: number) => number
  readonly thick: Float32Array
  readonly width: number
}

function fitScale(nodes: readonly number[], { seen, thick, width }: Relief): number {
  const most = nodes.reduce((largest, i) => Math.max(largest, thick[i]), 0)
  const terms = 4
  const equations = Array.from({ length: terms }, () => new Float64Array(terms + 1))
  const getRow = (i: number) => [
    1,
    (i % width) / width,
    Math.floor(i / width) / width,
    thick[i] / most,
  ]
  for (const i of nodes) {
    const row = getRow(i)
    for (let r = 0; r < terms; r++) {
      for (let c = 0; c < terms; c++) equations[r][c] += row[r] * row[c]
      equations[r][terms] += row[r] * seen(i)
    }
  }
  for (let r = 0; r < terms; r++) equations[r][r] += 1e-4 * nodes.length
  const fit = solveDense(equations)
  let [explained, all] = [0, 0]
  const plane = (row: number[]) => fit[0] + fit[1] * row[1] + fit[2] * row[2]
  const meanThick = nodes.reduce((sum, i) => sum + thick[i], 0) / nodes.length / most
  for (const i of nodes) {
    const row = getRow(i)
    const rest = seen(i) - plane(row) - fit[3] * meanThick
    all += rest ** 2
    explained += (rest - fit[3] * (row[3] - meanThick)) ** 2
  }
  const likeness = 1 - explained / Math.max(1e-9, all)
  if (!(fit[3] > 0) || likeness < likenessMin) return reliefExtent.unknown * 2 * most
  return Math.min(reliefExtent.most * 2 * most, most / fit[3])
}
