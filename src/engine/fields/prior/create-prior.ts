import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Cutout } from '../../crop.ts'
import { coveredBox } from '../../raster/covered-box.ts'
import { runPriorNetwork, priorCellsAcross, readNetwork, type PriorNetwork } from './network.ts'
import { computeFraming, priorPicture, priorSide, type Framing } from './picture.ts'

export type ShapePrior = {
  /**
   * Probability that the object fills each cell, layer by layer from the nearest to the furthest.
   */
  readonly cells: Float32Array
  readonly framing: Framing
}

/** Runs the network on its first call and returns the cached result on later calls. */
export type LazyPrior = () => ShapePrior

/**
 * Files of the engine's own networks. `shape-prior.bin` needs only a picture, `shape-behind.bin` a
 * picture with known depth.
 */
type FileName = 'shape-prior.bin' | 'shape-behind.bin'
const loaded = new Map<string, Promise<PriorNetwork | undefined>>()

/**
 * Loads one of the engine's own networks from the mask network's folder. Each file is read once.
 * @returns `undefined` if the file does not exist.
 */
export function loadPrior(
  maskWeightsPath: string,
  fileName: FileName = 'shape-prior.bin',
): Promise<PriorNetwork | undefined> {
  const path = join(dirname(maskWeightsPath), fileName)
  const known = loaded.get(path)
  if (known) return known
  const reading = readFile(path).then(readNetwork, (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  loaded.set(path, reading)
  return reading
}

/**
 * Returns a function that predicts the solid in the picture when first called. The prediction
 * averages the picture and its mirror image.
 * @param isHasty skips the mirror image, which halves the time.
 */
export function createPrior(network: PriorNetwork, cutout: Cutout, isHasty = false): LazyPrior {
  let asked: ShapePrior | undefined
  return () => (asked ??= predictOnce(network, cutout, isHasty))
}

function predictOnce(network: PriorNetwork, cutout: Cutout, isHasty: boolean): ShapePrior {
  const { seen, framing } = frameCutout(cutout)
  const cells = runPriorNetwork(network, seen)
  if (isHasty) return { cells, framing }
  const mirrored = mirror(runPriorNetwork(network, mirror(seen, priorSide)), priorCellsAcross)
  return { cells: cells.map((value, i) => (value + mirrored[i]) / 2), framing }
}

const mirror = (planes: Float32Array, side: number): Float32Array =>
  planes.map((_, i) => planes[i - (i % side) + side - 1 - (i % side)])

export function frameCutout({ width, height, alpha, linear: [red, green, blue] }: Cutout) {
  const linear = [red.data, green.data, blue.data] as const
  const framing = computeFraming(coveredBox(alpha))
  return { seen: priorPicture({ width, height, alpha: alpha.data, linear }, framing), framing }
}
