import type { ViewName } from '../../params.ts'
import type { View, Views } from '../read-views.ts'
import { projectionOf, type Camera, type Projection } from './camera.ts'
import { leastSquares } from './least-squares.ts'
import { missesOf } from './misses.ts'
import { silhouetteOf, type Silhouette } from './silhouette.ts'

/** Degrees around the object at which each picture is asked for. */
const asked: Record<ViewName, number> = { left: 90, back: 180, right: 270 }
/** Degrees by which cameras at the sides stand aside of square, towards the back or the front, and all look down. */
const usual = { aside: 3, pitch: 2.5 } as const
/** How far they are off that, in degrees. */
const off = { yaw: 4, pitch: 2.5 } as const
/** Of the logarithm of the scale and of places: hardly anything is known of them before. */
const unsure = 0.5
/** How exact outlines are, in long sides of the front, and for how many places on them that holds by itself. */
const outlineError = 1 / 128
const independent = 60
/** From here on a place counts by its distance, not by the square of it: pictures may show something else there. */
const oddFrom = 4 / 128
/** Changes of a camera's numbers by which their effect is seen: degrees, then shares. */
const steps = [0.5, 0.5, 0.004, 0.004, 0.004]

const numbersOf = ({ yaw, pitch, scale, right, up }: Camera) => [
  yaw,
  pitch,
  Math.log(scale),
  right,
  up,
]
const cameraOf = ([yaw, pitch, scale, right, up]: readonly number[]): Camera => ({
  yaw,
  pitch,
  scale: Math.exp(scale),
  right,
  up,
})

const deviations = [off.yaw, off.pitch, unsure, unsure, unsure]

/**
 * Outlines that pass each other by more than this, as the root of the mean of squares, are seen in perspective, or
 * not of one rigid thing.
 */
const missMax = 0.3 / 128
/** How far off the middle lines of sight are followed: beyond the corners of the front and what is seen of the depth. */
const reachOf = (sizes: readonly number[]) => Math.min(reachMost, 0.62 * Math.max(...sizes) + 0.1)
const reachMost = 1.7

/**
 * From where the pictures of the other sides were taken, told from their outlines alone: whatever is at the edge of
 * one of them was seen by all cameras. Nothing if there are no such cameras.
 *
 * Many cameras explain a simple outline; of those the ones are taken that are nearest to how people hold them.
 */
export function locateCameras(front: View, views: Views): Projection[] | undefined {
  const own = silhouetteOf(front)
  const long = Math.max(own.width, own.height)
  const first = projectionOf(own, { yaw: 0, pitch: 0, scale: long, right: 0, up: 0 })
  const given = (['left', 'back', 'right'] as const).flatMap((name) => {
    const view = views[name]
    return view ? [{ name, silhouette: silhouetteOf(view) }] : []
  })
  const size = [own.width / long, own.height / long] as const
  const fits = [usual.aside, -usual.aside].map((aside) => {
    const cameras = given.map((each) => usualCamera(each, aside, size))
    return fitCameras(first, given, cameras)
  })
  const best = fits[1].squares < fits[0].squares ? fits[1] : fits[0]
  return best.miss <= missMax ? best.cameras : undefined
}

type Given = { readonly name: ViewName; readonly silhouette: Silhouette }

/** Moves cameras so that what is at the edge for one of them was seen by all. */
function fitCameras(first: Projection, given: readonly Given[], usually: readonly Camera[]) {
  const project = (values: readonly number[]) => [
    first,
    ...given.map(({ silhouette }, k) =>
      projectionOf(silhouette, cameraOf(values.slice(k * steps.length))),
    ),
  ]
  const { width, height } = first.silhouette
  const depths = usually.map(({ scale }, k) =>
    given[k].name === 'back' ? 0 : given[k].silhouette.width / scale,
  )
  const reach = reachOf([width / first.scale, height / first.scale, ...depths])
  const before = usually.flatMap(numbersOf)
  const hints: number[] = []
  const { values, squares } = leastSquares({
    start: before,
    steps: usually.flatMap(() => steps),
    errorsOf: (moved, isNear) => [
      ...weighed(missesOf(project(moved), { reach, hints, isNear })),
      ...moved.map((value, k) => (value - before[k]) / deviations[k % deviations.length]),
    ],
  })
  const found = project(values)
  const misses = missesOf(found, { reach, hints })
  const miss = Math.sqrt(misses.reduce((sum, each) => sum + each * each, 0) / misses.length)
  return { cameras: found.slice(1), squares, miss }
}

/** As large as the front's height or, from the back, its width tells. */
function usualCamera(
  { name, silhouette: { width, height } }: Given,
  aside: number,
  [frontWidth, frontHeight]: readonly [number, number],
): Camera {
  const tilt = (usual.pitch * Math.PI) / 180
  const tall = frontHeight * Math.cos(tilt) + 0.5 * frontWidth * Math.sin(tilt)
  const scale = name === 'back' ? width / frontWidth : height / tall
  const towardsBack = { left: aside, back: 0, right: -aside }[name]
  return { yaw: asked[name] + towardsBack, pitch: usual.pitch, scale, right: 0, up: 0 }
}

/** Misses as errors of about 1, of which large ones count less. */
function weighed(misses: readonly number[]): number[] {
  const weight = Math.sqrt(independent / misses.length) / outlineError
  return misses.map(
    (miss) => weight * (miss <= oddFrom ? miss : Math.sqrt(2 * oddFrom * miss - oddFrom * oddFrom)),
  )
}
