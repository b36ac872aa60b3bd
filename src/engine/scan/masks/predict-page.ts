import { boxBlurInPlace } from '../../raster/blur.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import { getCentre, type Lens, type Pose, toRay } from '../cameras/lens.ts'
import { createInk } from '../mat/mat-ink.ts'
import type { Mat } from '../mat/mat-layout.ts'
import type { Crop } from '../scan-view.ts'

const pageMargin = 1.5

export type Page = {
  /** Predicted ink of the mat at each pixel, 0 (black) to 1 (white), blurred over 3 x 3 px. */
  readonly ink: Plane
  readonly onPage: Uint8Array
}

/** Predicts how the mat would look in a cropped photo without an object on the mat. */
export function predictPage(
  crop: Pick<Crop, 'left' | 'top' | 'width' | 'height'>,
  { mat, lens, pose }: { readonly mat: Mat; readonly lens: Lens; readonly pose: Pose },
): Page {
  const { width, height, left, top } = crop
  const read = createInk(mat)
  const [eyeX, eyeY, eyeZ] = getCentre(pose)
  const { rotation: r } = pose
  const xs = new Float32Array(width * height)
  const ys = new Float32Array(width * height)
  const onPage = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [a, b] = toRay(lens, x + left + 0.5, y + top + 0.5)
      const down = r[2] * a + r[5] * b + r[8]
      const distance = down < -1e-6 ? -eyeZ / down : 1e6
      xs[i] = eyeX + distance * (r[0] * a + r[3] * b + r[6])
      ys[i] = eyeY + distance * (r[1] * a + r[4] * b + r[7])
      const isNear =
        Math.abs(xs[i]) < mat.halfWidth + pageMargin &&
        Math.abs(ys[i]) < mat.halfHeight + pageMargin
      if (isNear && down < -1e-6) onPage[i] = 1
    }
  }
  const ink = createPlane(width, height)
  for (let y = 0, i = 0; y < height; y++) {
    const below = y < height - 1 ? width : -width
    for (let x = 0; x < width; x++, i++) {
      if (!onPage[i]) continue
      const beside = x < width - 1 ? 1 : -1
      const ax = (xs[i + beside] - xs[i]) / 4
      const ay = (ys[i + beside] - ys[i]) / 4
      const bx = (xs[i + below] - xs[i]) / 4
      const by = (ys[i + below] - ys[i]) / 4
      ink.data[i] =
        (read(xs[i] - ax - bx, ys[i] - ay - by) +
          read(xs[i] + ax - bx, ys[i] + ay - by) +
          read(xs[i] - ax + bx, ys[i] - ay + by) +
          read(xs[i] + ax + bx, ys[i] + ay + by)) /
        4
    }
  }
  boxBlurInPlace(ink, 1)
  return { ink, onPage }
}
