import { clamp } from '#lib/clamp.ts'
import type { DecodedPicture } from '../decode.ts'
import type { Plane, ThreePlanes } from '../raster/plane.ts'
import { resample } from '../raster/resample.ts'
import { backdropAlpha, backdropPrior } from './backdrop-mask.ts'
import { findBackdrop } from './backdrop.ts'
import { labPicture } from './lab-picture.ts'
import type { MissingPart } from '../messages.ts'
import { addMissingParts, findMissingParts } from './missing-parts.ts'
import { guessForeground, type MaskNetworks } from './network.ts'
import { refinePrior, sharpenPrior } from './refine.ts'
import { findDoubt, selectNetworkPixels, withoutSoftShadow } from './backdrop-doubt.ts'

export type Foreground = {
  readonly alpha: Plane
  readonly source: 'alpha' | 'backdrop' | 'network'
  /**
   * Confidence in the mask, 0 to 1. A picture with a confidence below 0.3 should be treated as a
   * scene.
   */
  readonly confidence: number
  readonly missing?: readonly MissingPart[] | undefined
}

const analysisSide = 288
const refinedSide = 1024
const clearBelow = 16
/**
 * The whole object is faint if less than this fraction of its visible pixels reaches the alpha
 * level `denseFrom`.
 */
const denseFraction = 0.05
/** Alpha level, of 255, that many pixels of an object reach unless the whole object is faint. */
const denseFrom = 128

/**
 * Finds the object by the picture's alpha, else by its plain backdrop, else by the mask network.
 * @param networks the mask networks, or the path of an ONNX file, which is read only when needed.
 * Without networks, the result is `undefined` if the object needs them.
 * @param onRough receives an early mask made by colour and is awaited. The network then corrects
 * that mask, which takes a second or more.
 */
export async function findForeground(
  picture: DecodedPicture,
  networks: string | MaskNetworks,
  onRough?: (foreground: Foreground) => Promise<void>,
): Promise<Foreground>
export async function findForeground(picture: DecodedPicture): Promise<Foreground | undefined>
export async function findForeground(
  picture: DecodedPicture,
  networks?: string | MaskNetworks,
  onRough?: (foreground: Foreground) => Promise<void>,
): Promise<Foreground | undefined> {
  const { width, height } = picture
  if (hasCutout(picture)) {
    const alpha: Plane = { width, height, data: new Float32Array(width * height) }
    const full = fullLevel(picture)
    for (let i = 0; i < alpha.data.length; i++) {
      alpha.data[i] = Math.min(1, picture.rgba[i * 4 + 3] / full)
    }
    return { alpha, source: 'alpha', confidence: 1 }
  }

  const small = await labPicture(picture, analysisSide, 16)
  const fine = () => labPicture(picture, refinedSide, 1)
  const backdrop = findBackdrop(small)
  if (backdrop) {
    const prior = backdropPrior(small, backdrop)
    const asBackdrop = (alpha: Plane): Foreground => {
      const { confidence, area } = rateMask(resample(alpha, prior.width, prior.height))
      return {
        alpha: resample(alpha, width, height),
        source: 'backdrop',
        confidence: area > 0.01 && area < 0.95 ? Math.max(confidence, 0.9) : confidence,
      }
    }
    const sharp = await fine()
    const alpha = backdropAlpha(sharp, prior, backdrop)
    const found = resample(alpha, prior.width, prior.height)
    const doubt = networks !== undefined && findDoubt(small, found, backdrop)
    if (doubt) {
      await onRough?.(asBackdrop(withoutSoftShadow(doubt, found)))
      const guess = await guessPrior(picture, small, networks)
      const where = selectNetworkPixels(doubt, { lab: small, found, guess, backdrop })
      blend(alpha, sharpenPrior(sharp, guess), resample(where, alpha.width, alpha.height))
    }
    return asBackdrop(alpha)
  }
  if (networks === undefined) return undefined
  const prior = addMissingParts(small, await guessPrior(picture, small, networks))
  const alpha = sharpenPrior(await fine(), prior)
  return {
    alpha: resample(alpha, width, height),
    source: 'network',
    confidence: rateMask(prior).confidence,
    missing: findMissingParts(small, resample(alpha, prior.width, prior.height)),
  }
}

async function guessPrior(
  picture: DecodedPicture,
  lab: ThreePlanes,
  networks: string | MaskNetworks,
): Promise<Plane> {
  const guess = await guessForeground(picture, networks)
  return refinePrior(lab, resample(guess, lab[0].width, lab[0].height))
}

function blend({ data }: Plane, other: Plane, fraction: Plane): void {
  for (let i = 0; i < data.length; i++) data[i] += (other.data[i] - data[i]) * fraction.data[i]
}

function hasCutout({ rgba }: DecodedPicture): boolean {
  let clear = 0
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] < clearBelow) clear++
  const fraction = clear / (rgba.length / 4)
  return fraction > 0.005 && fraction < 0.995
}

/**
 * Returns the alpha level that counts as full coverage. The level is below 255 if the whole object
 * is faint, as a watermark is.
 */
function fullLevel({ rgba }: DecodedPicture): number {
  const counts = new Uint32Array(256)
  for (let i = 3; i < rgba.length; i += 4) counts[rgba[i]]++
  const visible = counts.subarray(clearBelow).reduce((sum, count) => sum + count, 0)
  let level = 255
  for (let above = counts[level]; above < denseFraction * visible; above += counts[level]) level--
  return level < denseFrom ? Math.max(clearBelow, level) : 255
}

/**
 * Rates how plausible a mask is. Masks that cover nothing or everything, run along the border, or
 * are near 0.5 in many places get a low rating.
 */
function rateMask({ width, height, data }: Plane): { confidence: number; area: number } {
  let covered = 0
  let undecided = 0
  let border = 0
  let touching = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = data[y * width + x]
      const isInside = value > 0.5
      if (isInside) covered++
      if (value > 0.2 && value < 0.8) undecided++
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) {
        border++
        if (isInside) touching++
      }
    }
  }
  const area = covered / data.length
  if (area < 0.01 || area > 0.92) return { confidence: 0, area }
  const confidence =
    clamp(1 - (1.6 * touching) / border, 0, 1) *
    clamp(1 - (3 * undecided) / data.length, 0, 1) *
    clamp(area / 0.03, 0, 1)
  return { confidence, area }
}
