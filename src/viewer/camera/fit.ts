/**
 * How far a perspective camera must stand from the centre of a sphere to see
 * all of it.
 *
 * @param radius of the sphere, in metres.
 * @param fovY vertical field of view in degrees, as three.js keeps it.
 * @param aspect width divided by height; below 1 the width is what limits.
 * @returns metres from the centre, with no margin added.
 * @throws {RangeError} unless all three are positive and `fovY` is below 180.
 *   A NaN let through here would only show as an empty canvas.
 */
export function fitDistance(radius: number, fovY: number, aspect: number): number {
  if (!(radius > 0 && aspect > 0 && fovY > 0 && fovY < 180)) {
    throw new RangeError(`Cannot fit radius ${radius}, fov ${fovY}, aspect ${aspect}.`)
  }
  const halfY = (fovY * Math.PI) / 360
  const halfX = Math.atan(Math.tan(halfY) * aspect)
  return radius / Math.sin(Math.min(halfX, halfY))
}

/** Room left around a model that is framed. */
const margin = 1.03

type Frame = {
  /** Of the lens, in degrees, as `fovY` above. */
  fov: number
  /** Width divided by height. */
  aspect: number
  /** The share of the height, in the middle, that nothing lies over. */
  freeHeight: number
}

/** From how far a model is framed, in metres; `radius` is that of the sphere that holds it. */
export function framingDistance(radius: number, { fov, aspect, freeHeight }: Frame): number {
  const halfY = Math.atan(Math.tan((fov * Math.PI) / 360) * freeHeight)
  return fitDistance(radius, (halfY * 360) / Math.PI, aspect / freeHeight) * margin
}

/**
 * How many device pixels to draw per CSS pixel: sharp on dense screens, but never
 * more than twice, nor more than 2560 × 1440 pixels in all.
 *
 * @param width of the canvas in CSS pixels, as `height`.
 */
export function pixelRatioFor(width: number, height: number, devicePixelRatio: number): number {
  const cap = Math.sqrt((2560 * 1440) / Math.max(1, width * height))
  return Math.min(devicePixelRatio, 2, cap)
}

/** Device pixels per CSS pixel where the processor draws and a model is to be seen soon: a third of the time of all. */
export const firstLookRatio = 0.4
