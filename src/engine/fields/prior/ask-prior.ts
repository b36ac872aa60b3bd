import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Cutout } from '../../crop.ts'
import { coveredBox } from '../../raster/covered-box.ts'
import { askNetwork, cellsAcross, readNetwork, type PriorNetwork } from './network.ts'
import { framingOf, priorPicture, priorSide, type Framing } from './picture.ts'

/** What a body with such a picture fills of the room before and behind it. */
export type ShapePrior = {
  /** Probabilities, layer by layer from the nearest to the furthest. */
  readonly cells: Float32Array
  /** Where the frame of the cells lies over the cutout. */
  readonly framing: Framing
}

/** What the network says of a body: it is asked when this is first called. */
export type AskedPrior = () => ShapePrior

/** Files of the engine's own networks: for a picture alone, and for one whose depth is known. */
type FileName = 'shape-prior.bin' | 'shape-behind.bin'
const loaded = new Map<string, Promise<PriorNetwork | undefined>>()

/**
 * One of the engine's own networks, which lie beside the mask network; read once.
 *
 * @returns `undefined` where there is no such file: the rules do without it.
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
 * Asks the network what belongs before and behind the picture, and before and behind its mirror image, once somebody
 * wants to know: of many bodies the rules know enough.
 *
 * @param isHasty leaves the mirror image out, which takes as long again.
 */
export function priorOf(network: PriorNetwork, cutout: Cutout, isHasty = false): AskedPrior {
  let asked: ShapePrior | undefined
  return () => (asked ??= askPrior(network, cutout, isHasty))
}

function askPrior(network: PriorNetwork, cutout: Cutout, isHasty: boolean): ShapePrior {
  const { seen, framing } = frameCutout(cutout)
  const cells = askNetwork(network, seen)
  if (isHasty) return { cells, framing }
  const mirrored = mirror(askNetwork(network, mirror(seen, priorSide)), cellsAcross)
  return { cells: cells.map((value, i) => (value + mirrored[i]) / 2), framing }
}

/** Each row the other way round. */
const mirror = (planes: Float32Array, side: number): Float32Array =>
  planes.map((_, i) => planes[i - (i % side) + side - 1 - (i % side)])

/** What networks look at, and where it lies over the cutout. */
export function frameCutout({ width, height, alpha, linear: [red, green, blue] }: Cutout) {
  const linear = [red.data, green.data, blue.data] as const
  const framing = framingOf(coveredBox(alpha))
  return { seen: priorPicture({ width, height, alpha: alpha.data, linear }, framing), framing }
}
