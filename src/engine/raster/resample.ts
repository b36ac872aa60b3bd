import { blur } from './blur.ts'
import { createPlane, type Plane } from './plane.ts'
import { stretch } from './sample.ts'

/** The plane at another size, smoothed first where it shrinks. */
export function resample(plane: Plane, width: number, height: number): Plane {
  if (plane.width === width && plane.height === height) return plane
  const shrink = Math.max(plane.width / width, plane.height / height)
  return stretch(shrink > 1.2 ? blur(plane, shrink * 0.42) : plane, width, height)
}

/** The plane at a smaller size, each sample the mean of those that fall into it. */
export function averageDown(plane: Plane, width: number, height: number): Plane {
  const sums = createPlane(width, height)
  const counts = new Uint32Array(width * height)
  const column = Int32Array.from({ length: plane.width }, (_, x) =>
    Math.floor((x * width) / plane.width),
  )
  for (let y = 0; y < plane.height; y++) {
    const row = Math.floor((y * height) / plane.height) * width
    const offset = y * plane.width
    for (let x = 0; x < plane.width; x++) {
      const i = row + column[x]
      sums.data[i] += plane.data[offset + x]
      counts[i]++
    }
  }
  for (let i = 0; i < counts.length; i++) sums.data[i] /= counts[i]
  return sums
}
