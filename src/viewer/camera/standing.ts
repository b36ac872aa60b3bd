import { type Direction, directions } from './sides.ts'

type Point = Readonly<{ x: number; y: number; z: number }>

/** How much room something takes, in metres. */
export type Room = {
  box: { min: Point; max: Point }
  /** Of the box. */
  centre: Point
  /** Of the smallest sphere around `centre` that holds every corner. */
  radius: number
}

/** A model on the ground, as a camera needs to know it. */
export type Standing = {
  /** Of the sphere around `centre` that holds it, in metres. */
  radius: number
  centre: Point
  /** It is looked at from higher up. */
  isFlat?: boolean
}

/** In degrees, of the stage's own lens. */
export const stageFov = 32
/** What is lower than this share of its length, as a map or a coin, is flat. */
const flatShare = 0.15
/** From straight above, in radians: from where flat things are looked at. */
const flatPolar = Math.PI / 4
/** On a low stage what lies over it may cover some of the model. */
const freeHeightMin = 0.7

/** How a model stands once it has been put on the ground, around the vertical axis. */
export function standOnGround({ box: { min, max }, centre, radius }: Room): Standing {
  const isFlat = max.y - min.y < flatShare * Math.max(max.x - min.x, max.z - min.z)
  return { radius, centre: { x: 0, y: centre.y - min.y, z: 0 }, isFlat }
}

/** From where a model is looked at first: three quarters. */
export function firstDirection({ isFlat }: Standing): Direction {
  const { azimuth, polar } = directions.threeQuarter
  return { azimuth, polar: isFlat ? flatPolar : polar }
}

/** Between which distances from the camera a model of this radius is drawn, in metres. */
export const clipRange = (radius: number) => ({ near: radius / 100, far: radius * 60 })

/**
 * The share of a stage's height, in the middle, that nothing lies over.
 *
 * @param insetPx height above and below that other things lie over.
 */
export const freeHeightOf = (height: number, insetPx: number): number =>
  Math.max(freeHeightMin, 1 - (2 * insetPx) / height)
