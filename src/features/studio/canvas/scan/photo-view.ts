import type { ScannedPhotos } from '#contract/assets.ts'
import type { FileCamera } from '#model-files/inspect/loaded-model.ts'
import { t } from '#languages/studio.ts'

type Camera = NonNullable<ScannedPhotos['photos'][number]['camera']>

export type PhotoView = {
  camera: FileCamera
  /** Width of the displayed photo divided by its height. */
  aspect: number
  /** Clockwise rotation in radians that makes the photo as upright as the view of the model. */
  roll: number
}

/** Returns the camera view in which the model looks as in a photo. */
export function toPhotoView(
  { focalPx, widthPx, heightPx }: ScannedPhotos['lens'],
  { at, forward, up, isUpright }: Camera,
): PhotoView {
  const [across, down] = isUpright ? [heightPx, widthPx] : [widthPx, heightPx]
  const right = cross(forward, [0, 1, 0])
  const above = cross(right, forward)
  return {
    camera: {
      name: t('Photo'),
      position: at,
      direction: forward,
      fovDegrees: (2 * Math.atan(down / 2 / focalPx) * 180) / Math.PI,
    },
    aspect: across / down,
    roll: Math.atan2(dot(up, right), dot(up, above)),
  }
}

type Vector = readonly [number, number, number]

const cross = ([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector => [
  ay * bz - az * by,
  az * bx - ax * bz,
  ax * by - ay * bx,
]

const dot = ([ax, ay, az]: Vector, [bx, by, bz]: Vector): number => ax * bx + ay * by + az * bz
