import { blur } from '../raster/blur.ts'
import { colourDifference } from '../raster/colour-difference.ts'
import { findComponents } from '../raster/components.ts'
import { maxFilter } from '../raster/max-filter.ts'
import { copyPlane, createPlane, mapThree, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { distancesOf, fitBackdrop, withoutBackdrop, type Backdrop } from './backdrop.ts'

/** A soft shadow's colour changes by no more than this (ΔE) from one pixel to the next. */
const softStepMax = 3
/** How far off (ΔE) its hue may be. */
const tintMax = 5
/** Darker by less, or by more, is no shadow (L*). */
const darkening = { min: 1, max: 75 } as const
/** Less of each than this share of the object is not worth asking the network for. */
const softFractionMin = 0.02
const shadedFractionMin = 0.04
const paleFractionMin = 0.03
/** What is this far from the backdrop's colour (ΔE) may be a pale place; noise is mostly less. */
const paleMin = 0.8
const noiseFactor = 1.5
/** Before the backdrop is known better, only this far (ΔE) gives rise to doubt. */
const paleSurely = 1.2
/** Where more of its edge than this is sharper than `edgeMin` (ΔE from pixel to pixel), it is a hole. */
const sharpFractionMin = 0.5
const edgeMin = 2.5
/** How far from what is doubtful the outline is uncertain as well, in pixels. */
const margin = 2
/** How likely the object is, at most, where a shadow with a sharp edge is taken for one. */
const sharpMax = 0.1
const crumbPixels = 20
/** How far JPEG's blocks carry the outline's colours, in pixels at the low resolution. */
const haloMax = 6
/** Least share of the picture for a new fit of the backdrop. */
const fitFractionMin = 0.1

/** Where a mask that was made from a plain backdrop's colour alone may take a shadow for the object. */
export type Doubt = {
  /** 1 where the backdrop may be seen in less light. */
  readonly shade: Uint8Array
  /** 1 for what of the shade has no sharp edge. */
  readonly shadow: Uint8Array
}

/**
 * The doubt about such a mask: it takes shadows for the object, and pale places of the object for the
 * backdrop. Nothing where there is hardly any.
 *
 * @param found the mask, at the resolution of `lab`, which is low.
 */
export function findDoubt(lab: ThreePlanes, found: Plane, backdrop: Backdrop): Doubt | undefined {
  const rest = withoutBackdrop(lab, backdrop)
  const distances = distancesOf(rest)
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
    } else if (near[i] === 0 && distances.data[i] > paleSurely) pale++
  }
  const isDoubtful =
    soft > softFractionMin * area ||
    shaded > shadedFractionMin * area ||
    pale > paleFractionMin * area
  return isDoubtful ? { shade, shadow } : undefined
}

/** A doubtful mask as well as it can be told without the network: its soft shadows are gone. */
export function withoutSoftShadow({ shadow }: Doubt, found: Plane): Plane {
  const rest = copyPlane(found)
  for (let i = 0; i < shadow.length; i++) if (shadow[i]) rest.data[i] = 0
  return rest
}

type Guess = {
  /** The picture's colours. */
  readonly lab: ThreePlanes
  /** The doubtful mask. */
  readonly found: Plane
  /** Of the network, refined, at the same resolution. */
  readonly guess: Plane
  readonly backdrop: Backdrop
}

/**
 * What of a doubtful mask the network decides: shadows that it does not take for the object, and pale
 * places that it does. Of a shadow with a sharp edge it must be sure.
 *
 * @returns 1 where the guess is to be taken, 0 elsewhere.
 */
export function networkDecides(
  { shade, shadow }: Doubt,
  { lab, found, guess, backdrop }: Guess,
): Plane {
  const { width, height } = found
  const size = width * height
  const isSure = Uint8Array.from(guess.data, (p, i) => +(p < 0.1 && found.data[i] === 0))
  const sureFraction = isSure.reduce((sum, value) => sum + value, 0) / size
  // Where pale places count as backdrop, it bends towards them.
  const better = sureFraction > fitFractionMin ? fitBackdrop(lab, isSure, backdrop) : backdrop
  const rest = withoutBackdrop(lab, better)
  const sharp = distancesOf(rest).data
  const distances = distancesOf(mapThree(rest, (plane) => blur(plane, 1)))
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

/** Single pixels along the outline say nothing. */
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
  /** 1 where the colour is the backdrop's. */
  readonly isClear: Uint8Array
  /** Of the network. */
  readonly guess: Plane
  /** Colours without the backdrop. */
  readonly lab: ThreePlanes
}

/** Marks what has the backdrop's very colour, but no edge all around: it is shine, and no hole. */
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
        // An edge is as wide as two pixels.
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
 * 1 where the backdrop's colour may be seen in less light: L* + 16, a* and b* are then smaller by one
 * share, the cube root of the light's, as CIELAB is defined.
 *
 * @param rest of `lab` without the backdrop, and `smooth` the same with less grain.
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

/** What of the shade is reached from the backdrop without a sharp edge. */
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
