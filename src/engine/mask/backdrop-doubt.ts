import { blur } from '../raster/blur.ts'
import { colourDifference } from '../raster/colour-difference.ts'
import { findComponents } from '../raster/components.ts'
import { maxFilter } from '../raster/max-filter.ts'
import { copyPlane, createPlane, mapThree, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { computeDistances, fitBackdrop, withoutBackdrop, type Backdrop } from './backdrop.ts'

/**
 * A mask made by comparing colours with the backdrop may be wrong at shadows and at pale parts of
 * the object. At these doubtful pixels the mask network decides. Colour differences are in ΔE.
 */

/** Largest colour step (ΔE) between neighbouring pixels of a soft shadow. */
const softStepMax = 3
const tintMax = 5
/** Range of lightness (L*) by which a shadow is darker than the backdrop. */
const darkening = { min: 1, max: 75 } as const
/** The mask network runs if soft shadows cover more than this fraction of the mask. */
const softFractionMin = 0.02
const shadedFractionMin = 0.04
/**
 * The mask network runs if possible pale parts cover more than this fraction of the mask's area.
 */
const paleFractionMin = 0.03
/**
 * Minimum difference (ΔE) from the refitted backdrop of pixels that the network may add to the
 * mask.
 */
const paleMin = 0.8
/** Multiple of the backdrop's noise that replaces `paleMin` if the multiple is larger. */
const noiseFactor = 1.5
/**
 * Minimum difference (ΔE) of a possible pale part from the backdrop as first fitted, before the
 * network runs.
 */
const possiblyPaleMin = 1.2
/**
 * An area in the backdrop's colour is a hole if more than this fraction of its edge is sharper than
 * `edgeMin` (ΔE between pixels), and a highlight otherwise.
 */
const sharpFractionMin = 0.5
const edgeMin = 2.5
const margin = 2
/**
 * Shadows with a sharp edge are removed from the mask only if the network's probability of an
 * object is at most this.
 */
const sharpMax = 0.1
const crumbPixels = 20
/**
 * Distance over which JPEG blocks spread the outline's colours, in pixels at the low resolution.
 */
const haloMax = 6
/**
 * The backdrop is fitted again only if pixels that certainly show the backdrop cover more than this
 * fraction of the picture.
 */
const fitFractionMin = 0.1

/** Pixels of a mask made by colour that may be shadow instead of object. */
export type Doubt = {
  readonly shade: Uint8Array
  readonly shadow: Uint8Array
}

/**
 * Finds shadows that a mask made by colour includes, and pale parts of the object that the mask
 * excludes. Returns undefined if there are hardly any.
 * @param found the mask, at the low resolution of `lab`.
 */
export function findDoubt(lab: ThreePlanes, found: Plane, backdrop: Backdrop): Doubt | undefined {
  const rest = withoutBackdrop(lab, backdrop)
  const distances = computeDistances(rest)
  const smooth = mapThree(rest, (plane) => blur(plane, 1))
  const shade = findShade(lab, rest, smooth)
  const shadow = floodSoftly(smooth, shade, found)
  const near = maxFilter(found, haloMax).data
  let [area, soft, shaded, pale] = [0, 0, 0, 0]
  for (let i = 0; i < shadow.length; i++) {
    if (found.data[i] > 0.5) {
      area++
      soft += shadow[i]
      shaded += shade[i]
    } else if (near[i] === 0 && distances.data[i] > possiblyPaleMin) pale++
  }
  const isDoubtful =
    soft > softFractionMin * area ||
    shaded > shadedFractionMin * area ||
    pale > paleFractionMin * area
  return isDoubtful ? { shade, shadow } : undefined
}

export function withoutSoftShadow({ shadow }: Doubt, found: Plane): Plane {
  const rest = copyPlane(found)
  for (let i = 0; i < shadow.length; i++) if (shadow[i]) rest.data[i] = 0
  return rest
}

type Guess = {
  readonly lab: ThreePlanes
  readonly found: Plane
  readonly guess: Plane
  readonly backdrop: Backdrop
}

/**
 * Selects the pixels where the network's mask is used: shadows that the network excludes, and pale
 * parts that the network includes.
 * @returns 1 where the network's mask replaces the mask made by colour, 0 elsewhere.
 */
export function selectNetworkPixels(
  { shade, shadow }: Doubt,
  { lab, found, guess, backdrop }: Guess,
): Plane {
  const { width, height } = found
  const size = width * height
  const isSure = Uint8Array.from(guess.data, (p, i) => +(p < 0.1 && found.data[i] === 0))
  const sureFraction = isSure.reduce((sum, value) => sum + value, 0) / size
  // Fit the backdrop again without pale parts, which would distort the fit.
  const better = sureFraction > fitFractionMin ? fitBackdrop(lab, isSure, backdrop) : backdrop
  const rest = withoutBackdrop(lab, better)
  const sharp = computeDistances(rest).data
  const distances = computeDistances(mapThree(rest, (plane) => blur(plane, 1)))
  const noise = distances.data.filter((_, i) => isSure[i]).toSorted()
  const clearMax = Math.max(paleMin, noiseFactor * (noise[Math.floor(noise.length * 0.9)] ?? 0))

  const where = createPlane(width, height)
  const isClear = new Uint8Array(size)
  for (let i = 0; i < size; i++) {
    const [isIn, isGuessed] = [found.data[i] > 0.5, guess.data[i] > 0.5]
    if (isIn && !isGuessed && (shadow[i] || (shade[i] && guess.data[i] < sharpMax)))
      where.data[i] = 1
    if (isIn || !isGuessed) continue
    if (Math.min(distances.data[i], sharp[i]) < clearMax) isClear[i] = 1
    else where.data[i] = 1
  }
  fillShine(where, { isClear, guess, lab: rest })
  const wide = maxFilter(withoutCrumbs(where), margin)
  for (let i = 0; i < size; i++) if (isClear[i]) wide.data[i] = 0
  return wide
}

function withoutCrumbs(marked: Plane): Plane {
  const { width, height, data } = marked
  const parts = findComponents(Uint8Array.from(data), { width, height })
  const kept = createPlane(width, height)
  for (let i = 0; i < data.length; i++) {
    if (data[i] && parts.areas[parts.labels[i]] >= crumbPixels) kept.data[i] = 1
  }
  return kept
}

type Shine = {
  readonly isClear: Uint8Array
  readonly guess: Plane
  readonly lab: ThreePlanes
}

/** Adds highlights to the mask: areas in the backdrop's colour without a sharp edge all around. */
function fillShine(where: Plane, { isClear, guess, lab }: Shine): void {
  const { width, height } = where
  const { labels, areas } = findComponents(isClear, { width, height })
  const sharp = new Uint32Array(areas.length)
  const edges = new Uint32Array(areas.length)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (!isClear[i]) continue
      for (const n of [i - 1, i + 1, i - width, i + width]) {
        if (isClear[n] || guess.data[n] <= 0.5) continue
        edges[labels[i]]++
        if (
          colourDifference(lab, 2 * i - n, n) > edgeMin ||
          colourDifference(lab, i, 2 * n - i) > edgeMin
        )
          sharp[labels[i]]++
      }
    }
  }
  for (let i = 0; i < isClear.length; i++) {
    const label = labels[i]
    if (!isClear[i] || sharp[label] > sharpFractionMin * edges[label]) continue
    where.data[i] = 1
    isClear[i] = 0
  }
}

/**
 * Marks pixels that may be the backdrop in less light, which scales L* + 16, a* and b* by the cube
 * root of the remaining light (definition of CIELAB).
 * @param rest difference of `lab` from the backdrop.
 * @param smooth the same difference with less grain.
 */
function findShade(lab: ThreePlanes, rest: ThreePlanes, smooth: ThreePlanes): Uint8Array {
  const [l, a, b] = smooth
  const isShade = new Uint8Array(l.data.length)
  for (let i = 0; i < isShade.length; i++) {
    const less = l.data[i] / (lab[0].data[i] - rest[0].data[i] + 16)
    const tint = Math.hypot(
      a.data[i] - less * (lab[1].data[i] - rest[1].data[i]),
      b.data[i] - less * (lab[2].data[i] - rest[2].data[i]),
    )
    const darker = -l.data[i]
    isShade[i] = +(darker > darkening.min && darker < darkening.max && tint < tintMax)
  }
  return isShade
}

function floodSoftly(smooth: ThreePlanes, isShade: Uint8Array, found: Plane): Uint8Array {
  const { width, height } = found
  const size = width * height
  const shadow = new Uint8Array(size)
  const queue = new Int32Array(size)
  let end = 0
  for (let i = 0; i < size; i++) if (found.data[i] <= 0.5) queue[end++] = i
  for (let at = 0; at < end; at++) {
    const i = queue[at]
    const x = i % width
    for (const n of [x > 0 ? i - 1 : i, x < width - 1 ? i + 1 : i, i - width, i + width]) {
      if (n < 0 || n >= size || shadow[n] || !isShade[n] || found.data[n] <= 0.5) continue
      if (colourDifference(smooth, i, n) > softStepMax) continue
      shadow[n] = 1
      queue[end++] = n
    }
  }
  return shadow
}
