import type { Cutout } from '../../crop.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import { frameCutout } from '../prior/create-prior.ts'
import { fold, stack, type Planes } from '../prior/layers.ts'
import {
  runPriorPlanes,
  priorCellsAcross,
  priorCellsDeep,
  type PriorNetwork,
} from '../prior/network.ts'
import {
  foldedPicture,
  framedSide,
  meansInFrame,
  priorSide,
  type Framing,
} from '../prior/picture.ts'

const layersLong = 24
/**
 * Reference depths: `count` evenly spaced depths, `perLong` of them in the front's long side. The
 * network receives each sample's closeness to them.
 */
const marks = { count: 12, perLong: 8 } as const
const deepest = 2
const coveredMin = 0.1

export type Behind = {
  /** Position of the nearest point, in cells from the plane from which `near` is measured. */
  readonly nearest: number
  readonly layer: number
  /**
   * Writes the probability that the object fills each layer behind the pixel (x, y) into `column`.
   * The first layer begins at `nearest`.
   */
  readonly columnOf: (x: number, y: number, column: Float32Array) => void
}

type Seen = {
  readonly cutout: Cutout
  readonly grid: GeometryGrid
  readonly near: Float32Array
}

export function predictBehind(network: PriorNetwork, { cutout, grid, near }: Seen): Behind {
  const { seen, framing } = frameCutout(cutout)
  const long = framing.step * framedSide * grid.cellsPerPixel
  const { depths, nearest } = depthsInFrame({ grid, near, framing, long })
  const input = stack(foldedPicture(seen), depthChannels(depths))
  const likely = runPriorPlanes(network, input)
  const perCell = (priorSide / priorCellsAcross) * framing.step * grid.cellsPerPixel
  const [left, top] = [framing.left, framing.top].map((first) => first * grid.cellsPerPixel)
  return {
    nearest,
    layer: long / layersLong,
    columnOf: (x, y, column) => {
      const [u, v] = [(x + 0.5 - left) / perCell - 0.5, (y + 0.5 - top) / perCell - 0.5]
      readColumn(likely, [u, v], column)
    },
  }
}

type InFrame = Omit<Seen, 'cutout'> & { readonly framing: Framing; readonly long: number }

function depthsInFrame({ grid, near, framing, long }: InFrame) {
  const { width, height, inside, cellsPerPixel } = grid
  const depths = meansInFrame(framing, (px, py) => {
    const [x, y] = [Math.floor(px * cellsPerPixel), Math.floor(py * cellsPerPixel)]
    const isSeen = x >= 0 && y >= 0 && x < width && y < height && inside[y * width + x]
    return isSeen ? near[y * width + x] : Number.NaN
  })
  const nearest = depths.reduce((most, value) => (value > most ? value : most), -Infinity)
  return { depths: depths.map((value) => Math.min(deepest, (nearest - value) / long)), nearest }
}

/**
 * Returns the depths of four neighbouring samples as four planes, plus one plane per reference
 * depth with its closeness to the samples' mean.
 */
function depthChannels(depths: Float32Array): Planes {
  const known = depths.map((value) => (Number.isNaN(value) ? 0 : value))
  const four = fold({ channels: 1, side: priorSide, data: known })
  const covered = fold({
    channels: 1,
    side: priorSide,
    data: depths.map((d) => (Number.isNaN(d) ? 0 : 1)),
  })
  const area = priorCellsAcross ** 2
  const near = new Float32Array(marks.count * area)
  for (let i = 0; i < area; i++) {
    let [sum, count] = [0, 0]
    for (let k = 0; k < 4; k++) {
      sum += four.data[k * area + i]
      count += covered.data[k * area + i]
    }
    if (count / 4 <= coveredMin) continue
    for (let k = 0; k < marks.count; k++) {
      near[k * area + i] = Math.max(0, 1 - Math.abs((sum / count) * marks.perLong - k))
    }
  }
  return stack(four, { channels: marks.count, side: priorCellsAcross, data: near })
}

function readColumn(
  cells: Float32Array,
  [u, v]: readonly [number, number],
  column: Float32Array,
): void {
  const last = priorCellsAcross - 2
  const [x, y] = [u, v].map((at) => Math.max(0, Math.min(last, Math.floor(at))))
  const [fx, fy] = [u - x, v - y].map((at) => Math.max(0, Math.min(1, at)))
  for (let k = 0; k < priorCellsDeep; k++) {
    const at = (k * priorCellsAcross + y) * priorCellsAcross + x
    const upper = cells[at] + (cells[at + 1] - cells[at]) * fx
    const below = at + priorCellsAcross
    const lower = cells[below] + (cells[below + 1] - cells[below]) * fx
    column[k] = upper + (lower - upper) * fy
  }
}
