import { type Direction, directions } from './sides.ts'

type Point = Readonly<{ x: number; y: number; z: number }>

export type Room = {
  box: { min: Point; max: Point }
  centre: Point
  radius: number
}

export type Standing = {
  radius: number
  centre: Point
  isFlat?: boolean
}

export const stageFov = 32
/**
 * Maximum height of a flat model, as a fraction of its length, for models such as maps or coins.
 */
const flatFraction = 0.15
const flatPolar = Math.PI / 4
/**
 * Smallest fraction of the canvas height in which a model is framed, even if overlays then cover
 * parts of the model.
 */
const freeHeightMin = 0.5

/**
 * Returns a model's bounding sphere after the model was moved to the ground and centred on the
 * vertical axis.
 */
export function placeOnGround({ box: { min, max }, centre, radius }: Room): Standing {
  const isFlat = max.y - min.y < flatFraction * Math.max(max.x - min.x, max.z - min.z)
  return { radius, centre: { x: 0, y: centre.y - min.y, z: 0 }, isFlat }
}

export function firstDirection({ isFlat }: Standing): Direction {
  const { azimuth, polar } = directions.threeQuarter
  return { azimuth, polar: isFlat ? flatPolar : polar }
}

/** Returns the near and far clipping distance for a model of a radius, in metres. */
export const clipRange = (radius: number) => ({ near: radius / 100, far: radius * 60 })

/**
 * Returns the fraction of a canvas height that no overlay covers.
 * @param insetPx height covered by overlays at the top, and again at the bottom, in CSS pixels.
 */
export const getFreeHeight = (height: number, insetPx: number): number =>
  Math.max(freeHeightMin, 1 - (2 * insetPx) / height)
