import type { GreyImage } from '../grey-image.ts'
import { fitHomography, type Homography, type PointPair } from '../markers/homography.ts'
import type { ReadMarker } from '../markers/read-marker.ts'
import { getCorners, type Mat } from '../mat/mat-layout.ts'
import type { PhotoProblem } from '#lib/scan/photo-problems.ts'
import { explainNoMarkers, measureSharpness } from '../photo-problem.ts'
import { adjustBundle, type View } from './adjust-bundle.ts'
import { areStretched, estimateFocalLength, estimatePose } from './estimate-pose.ts'
import { type Lens, type Pose, project } from './lens.ts'
import { refineMarkers } from './refine-markers.ts'

export type MarkedPhoto = { readonly grey: GreyImage; readonly markers: readonly ReadMarker[] }

export type Camera = {
  readonly pose: Pose
  /** Root mean square distance between measured and expected corners, in px. */
  readonly errorPx: number
  readonly errorMm: number
}

export type Calibration = {
  readonly lens: Lens
  readonly cameras: readonly (Camera | PhotoProblem)[]
}

/** Minimum number of markers in a photo for a rough pose. */
const markersMin = 3
const cornersMin = 16
/** Largest error of a usable photo, in px. */
const errorMax = 2.5
const errorRatioMax = 4

type Entry = View & { points: readonly PointPair[]; readonly photo: number }

/**
 * Finds the lens and the pose of each photo from the markers on the mat. All photos must come from
 * one camera and have the same size.
 */
export function calibrate(photos: readonly MarkedPhoto[], mat: Mat): Calibration {
  const rough = estimateRough(photos, mat)
  if (!rough) return explainAll(photos)
  if (rough.isStretched) return explainAll(photos, 'stretched')
  const { entries, centre } = rough
  let { lens } = rough
  lens = adjustBundle(lens, entries, { huber: 3, centre })
  let views: Entry[] = entries
  for (const reach of [6, 3, 3]) {
    for (const view of entries) {
      const { grey } = photos[view.photo]
      view.points = refineMarkers(grey, { mat, lens, pose: view.pose }, reach)
    }
    views = entries.filter(({ points }) => points.length >= cornersMin)
    if (views.length === 0) return explainAll(photos)
    lens = adjustBundle(lens, views, { huber: 1, centre })
  }
  const errors = views.map((view) => measureError(lens, view))
  const limit = Math.min(errorMax, errorRatioMax * findMedian(errors))
  const kept = views.filter((_, i) => errors[i] <= limit)
  if (kept.length < views.length && kept.length > 0) {
    lens = adjustBundle(lens, kept, { huber: 1, centre })
  }
  const explainError = createErrorReason(kept.map(({ photo }) => photos[photo].grey))
  const cameras = photos.map(({ grey }, photo): Camera | PhotoProblem => {
    const view = kept.find((one) => one.photo === photo)
    if (!view) {
      return views.some((one) => one.photo === photo) ? explainError(grey) : explainNoMarkers(grey)
    }
    const errorPx = measureError(lens, view)
    return { pose: view.pose, errorPx, errorMm: (errorPx * getDistance(view.pose)) / lens.f }
  })
  return { lens, cameras }
}

/**
 * A photo with a large error is reported as blurred if its sharpness is below this fraction of the
 * other photos' sharpness.
 */
const sharpnessMin = 0.85
const comparedMax = 9

function createErrorReason(kept: readonly GreyImage[]): (image: GreyImage) => PhotoProblem {
  let usual: number | undefined
  return (image) => {
    const step = Math.max(1, Math.floor(kept.length / comparedMax))
    usual ??= findMedian(kept.filter((_, i) => i % step === 0).map(measureSharpness))
    return measureSharpness(image) < sharpnessMin * usual ? 'blurred' : 'bad-pose'
  }
}

const explainAll = (photos: readonly MarkedPhoto[], problem?: PhotoProblem): Calibration => ({
  lens: { f: 1, k1: 0, cx: 0, cy: 0 },
  cameras: photos.map(({ grey }) => problem ?? explainNoMarkers(grey)),
})

const getDistance = ({ shift }: Pose): number => Math.hypot(...shift)

export const findMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]

function estimateRough(photos: readonly MarkedPhoto[], mat: Mat) {
  const byId = new Map(mat.markers.map((marker) => [marker.id, getCorners(mat, marker)]))
  const seen: { photo: number; points: PointPair[]; homography: Homography }[] = []
  for (const [photo, { markers }] of photos.entries()) {
    const points = markers.flatMap(({ id, corners }) =>
      (byId.get(id) ?? []).map(([x, y], k): PointPair => [x, y, corners[k][0], corners[k][1]]),
    )
    const homography = points.length < markersMin * 4 ? undefined : fitHomography(points)
    if (homography) seen.push({ photo, points, homography })
  }
  if (seen.length === 0) return undefined
  const { width, height } = photos[seen[0].photo].grey
  const centre = { cx: width / 2, cy: height / 2, width }
  const wide = seen.filter(({ points }) => points.length >= 32)
  const best = (wide.length >= 3 ? wide : seen).map(({ homography }) => homography)
  const estimated = estimateFocalLength(best, centre)
  // If the photos do not determine the focal length, assume the field of view of a phone's main
  // camera.
  const f = estimated && estimated > 0.4 * width && estimated < 4 * width ? estimated : 0.75 * width
  const entries = seen.map(({ photo, points, homography }): Entry => {
    return { photo, points, pose: estimatePose(homography, f, centre) }
  })
  const lens: Lens = { f, k1: 0, cx: centre.cx, cy: centre.cy }
  return { lens, entries, centre, isStretched: areStretched(best, centre) }
}

function measureError(lens: Lens, { points, pose }: View): number {
  let sum = 0
  for (const [x, y, u, v] of points) {
    const [px, py] = project(lens, pose, x, y, 0)
    sum += (px - u) ** 2 + (py - v) ** 2
  }
  return Math.sqrt(sum / points.length)
}
