import { liveMarkersMin, type LookRequest, type PhotoLook } from '#lib/scan/live-messages.ts'
import type { MatName } from '../../scan-params.ts'
import { estimatePose } from '../cameras/estimate-pose.ts'
import { getCentre } from '../cameras/lens.ts'
import type { GreyImage } from '../grey-image.ts'
import { detectMarkers } from '../markers/detect-markers.ts'
import { fitHomography, type PointPair } from '../markers/homography.ts'
import { findMatOfMarker, getCorners, type Mat } from '../mat/mat-layout.ts'
import { explainNoMarkers, measureSharpness } from '../photo-problem.ts'

/**
 * Focal length of a phone's main camera as a fraction of the photo's long side, accurate enough to
 * compute a direction.
 */
const usualFocal = 0.75

/** Finds the mat in a photo, and computes the direction from which the photo was taken. */
export function lookAtFrame({ id, width, height, rgba }: LookRequest): PhotoLook {
  const grey = fromRgba(new Uint8Array(rgba), width, height)
  const found = detectMarkers(grey)
  const mat = findMat(found)
  const points = found.flatMap(({ id: marker, corners }) => {
    const own = mat?.markers.find((one) => one.id === marker)
    if (!mat || !own) return []
    return getCorners(mat, own).map(([x, y], k): PointPair => [x, y, corners[k][0], corners[k][1]])
  })
  const look = { id, width, height, markers: points.length / 4, sharpness: measureSharpness(grey) }
  if (!mat || points.length < liveMarkersMin * 4) {
    return { ...look, problem: explainNoMarkers(grey) }
  }
  const homography = fitHomography(points)
  if (!homography) return { ...look, problem: 'no-markers' }
  const centre = { cx: width / 2, cy: height / 2 }
  const pose = estimatePose(homography, usualFocal * Math.max(width, height), centre)
  const [x, y, z] = getCentre(pose)
  const degrees = 180 / Math.PI
  return {
    ...look,
    mat: mat.name,
    direction: {
      azimuth: (Math.atan2(y, x) * degrees + 360) % 360,
      elevation: Math.max(0, Math.atan2(z, Math.hypot(x, y)) * degrees),
      distanceMm: Math.hypot(x, y, z),
    },
  }
}

function fromRgba(rgba: Uint8Array, width: number, height: number): GreyImage {
  const data = new Uint8Array(width * height)
  for (let i = 0, k = 0; i < data.length; i++, k += 4) {
    data[i] = (rgba[k] * 77 + rgba[k + 1] * 150 + rgba[k + 2] * 29) >> 8
  }
  return { width, height, data }
}

function findMat(markers: readonly { readonly id: number }[]): Mat | undefined {
  const counts = new Map<MatName, { mat: Mat; count: number }>()
  for (const { id } of markers) {
    const mat = findMatOfMarker(id)
    if (mat) counts.set(mat.name, { mat, count: (counts.get(mat.name)?.count ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)[0]?.mat
}
