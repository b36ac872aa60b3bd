import { createPlane, type Plane } from './plane.ts'
import { sampleBilinear } from './sample.ts'

/** Long side of the cropped plane in pixels, enough for the networks that read the plane. */
const keptSide = 256

type Size = { readonly width: number; readonly height: number }
type Box = Size & { readonly left: number; readonly top: number }

export function cropPlane(whole: Plane, picture: Size, part: Box): Plane {
  const scale = keptSide / Math.max(part.width, part.height)
  const cropped = createPlane(
    Math.max(2, Math.round(part.width * scale)),
    Math.max(2, Math.round(part.height * scale)),
  )
  for (let y = 0; y < cropped.height; y++) {
    const v = ((y + 0.5) / cropped.height) * part.height + part.top
    for (let x = 0; x < cropped.width; x++) {
      const u = ((x + 0.5) / cropped.width) * part.width + part.left
      cropped.data[y * cropped.width + x] = sampleBilinear(
        whole,
        (u / picture.width) * whole.width - 0.5,
        (v / picture.height) * whole.height - 0.5,
      )
    }
  }
  return cropped
}
