/**
 * Returns the distance in metres at which a perspective camera sees a whole sphere.
 * @param radius of the sphere, in metres.
 * @param fovY vertical field of view in degrees, as in three.js.
 * @param aspect width divided by height.
 * @throws {RangeError} unless all three are positive and `fovY` is below 180, because NaN would
 * result in an empty canvas.
 */
export function fitDistance(radius: number, fovY: number, aspect: number): number {
  if (!(radius > 0 && aspect > 0 && fovY > 0 && fovY < 180)) {
    throw new RangeError(`Cannot fit radius ${radius}, fov ${fovY}, aspect ${aspect}.`)
  }
  const halfY = (fovY * Math.PI) / 360
  const halfX = Math.atan(Math.tan(halfY) * aspect)
  return radius / Math.sin(Math.min(halfX, halfY))
}

const margin = 1.03

type Frame = {
  fov: number
  aspect: number
  /** Fraction of the canvas height that no overlay covers, in the middle. */
  freeHeight: number
}

/** Returns the distance at which the camera frames a model of a bounding radius, both in metres. */
export function framingDistance(radius: number, { fov, aspect, freeHeight }: Frame): number {
  const halfY = Math.atan(Math.tan((fov * Math.PI) / 360) * freeHeight)
  return fitDistance(radius, (halfY * 360) / Math.PI, aspect / freeHeight) * margin
}

/**
 * Returns the number of device pixels per CSS pixel: at most 2, and at most 2560 × 1440 pixels in
 * total.
 * @param width of the canvas in CSS pixels, as `height`.
 */
export function pixelRatioFor(width: number, height: number, devicePixelRatio: number): number {
  const cap = Math.sqrt((2560 * 1440) / Math.max(1, width * height))
  return Math.min(devicePixelRatio, 2, cap)
}

/**
 * Device pixels per CSS pixel of the first picture in software rendering, which draws this picture
 * in a third of the time.
 */
export const previewRatio = 0.4
