/** One number per pixel or grid node, row by row from the top left. */
export type Plane = {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

/** Three planes of the same size: linear red, green and blue, or L*, a* and b*. */
export type ThreePlanes = readonly [Plane, Plane, Plane]

export function createPlane(width: number, height: number): Plane {
  return { width, height, data: new Float32Array(width * height) }
}

export function copyPlane({ width, height, data }: Plane): Plane {
  return { width, height, data: data.slice() }
}

export function mapThree(planes: ThreePlanes, f: (plane: Plane) => Plane): ThreePlanes {
  return [f(planes[0]), f(planes[1]), f(planes[2])]
}
