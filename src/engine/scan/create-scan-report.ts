import { findMedian } from './cameras/calibrate.ts'
import { getCentre, type Pose } from './cameras/lens.ts'
import type { ScanShape } from './find-shape.ts'
import type { PhotoCamera, ScanReport, ModelVector } from '../scan-report.ts'

/**
 * Expected error of a size as a fraction of the longest side, to be divided by the number of
 * photos.
 */
const sizeErrorFraction = 0.6

/**
 * Describes the size of a scan and its cameras.
 * @param positions of the mesh in mm, y up.
 * @param scale correction of the printer's scale.
 */
export function createScanReport(
  shape: ScanShape,
  positions: Float32Array,
  scale: number,
): ScanReport {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let k = 0; k < positions.length; k++) {
    low[k % 3] = Math.min(low[k % 3], positions[k])
    high[k % 3] = Math.max(high[k % 3], positions[k])
  }
  const sizes = high.map((value, k) => (value - low[k]) * scale)
  const cameras = shape.cameras.filter((camera) => camera !== undefined)
  const error = findMedian(cameras.map(({ errorMm }) => errorMm))
  const total =
    (sizeErrorFraction / cameras.length) * Math.max(...sizes) +
    (error + shape.grid.side / 2) * scale
  return {
    mat: shape.mat.name,
    sizeMm: sizes.map((size) => round(size, 1)),
    sizeErrorMm: round(total, 1),
    lens: {
      focalPx: round(shape.lens.f, 1),
      widthPx: shape.size.width,
      heightPx: shape.size.height,
    },
    photos: shape.photos.map((photo, index) => {
      const camera = shape.cameras[index]
      if (!camera) return photo
      return { ...photo, camera: toPhotoCamera(camera.pose, scale, shape.uprights[index]) }
    }),
  }
}

function toPhotoCamera(pose: Pose, scale: number, isUpright: boolean): PhotoCamera {
  const { rotation: r } = pose
  const up = isUpright ? r.slice(0, 3) : r.slice(3, 6).map((value) => -value)
  return {
    at: turn(getCentre(pose).map((value) => value * 0.001 * scale)),
    forward: turn(r.slice(6, 9)),
    up: turn(up),
    isUpright,
  }
}

const turn = ([x, y, z]: readonly number[]): ModelVector => [round(x, 4), round(z, 4), round(-y, 4)]

const round = (value: number, digits: number): number => Number(value.toFixed(digits))
