/**
 * Lens parameters of a camera in px, for square pixels. Positions count from the picture's corner.
 */
export type Lens = {
  readonly f: number
  /** First radial distortion coefficient (D. Brown, Close-range camera calibration, 1971). */
  readonly k1: number
  readonly cx: number
  readonly cy: number
}

/**
 * Position and orientation of a camera: `rotation` times a point of the mat in mm, plus `shift`, is
 * the point in the camera's coordinates.
 */
export type Pose = {
  /** A 3 x 3 matrix, row by row. In camera coordinates x points right, y down and z forward. */
  readonly rotation: readonly number[]
  readonly shift: readonly number[]
}

/**
 * Projects a point in mm.
 * @returns position in px and depth in mm.
 */
// oxlint-disable-next-line max-params -- for each point
export function project(
  lens: Lens,
  { rotation: r, shift: t }: Pose,
  x: number,
  y: number,
  z: number,
): [number, number, number] {
  const depth = r[6] * x + r[7] * y + r[8] * z + t[2]
  const a = (r[0] * x + r[1] * y + r[2] * z + t[0]) / depth
  const b = (r[3] * x + r[4] * y + r[5] * z + t[1]) / depth
  const bent = lens.f * (1 + lens.k1 * (a * a + b * b))
  return [a * bent + lens.cx, b * bent + lens.cy, depth]
}

/** Returns the direction of a pixel as x and y at depth 1, in camera coordinates. */
export function toRay({ f, k1, cx, cy }: Lens, u: number, v: number): [number, number] {
  const bentX = (u - cx) / f
  const bentY = (v - cy) / f
  let [x, y] = [bentX, bentY]
  // The inverse has no closed form. For phone lenses, four steps are exact to far below a pixel.
  for (let round = 0; round < 4; round++) {
    const bent = 1 + k1 * (x * x + y * y)
    x = bentX / bent
    y = bentY / bent
  }
  return [x, y]
}

export function getCentre({ rotation: r, shift: t }: Pose): [number, number, number] {
  return [
    -(r[0] * t[0] + r[3] * t[1] + r[6] * t[2]),
    -(r[1] * t[0] + r[4] * t[1] + r[7] * t[2]),
    -(r[2] * t[0] + r[5] * t[1] + r[8] * t[2]),
  ]
}
