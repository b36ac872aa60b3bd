import type { ViewName } from '../../params.ts'
import type { ObjectView, Views } from '../read-views.ts'
import { toProjection, type SideCamera, type Projection } from './camera.ts'
import { leastSquares } from './least-squares.ts'
import { computeMisses } from './misses.ts'
import { createSilhouette, type Silhouette } from './silhouette.ts'

/** Degrees around the object at which each picture should be taken. */
const asked: Record<ViewName, number> = { left: 90, back: 180, right: 270 }
/**
 * Usual deviation of real side cameras from an exact side view, in degrees: `aside` towards the
 * back or the front, `pitch` downwards.
 */
const usual = { aside: 3, pitch: 2.5 } as const
/** Standard deviations of yaw and pitch from `usual`, in degrees. */
const off = { yaw: 4, pitch: 2.5 } as const
/** Standard deviation of positions and of the logarithm of the scale, which are hardly known. */
const unsure = 0.5
const outlineError = 1 / 128
const independent = 60
/**
 * Errors above this distance count linearly instead of squared, because pictures may show different
 * objects there.
 */
const oddFrom = 4 / 128
/**
 * Step of each camera parameter for numeric derivatives: yaw and pitch in degrees, logarithm of the
 * scale, right and up as fractions of the front's long side.
 */
const steps = [0.5, 0.5, 0.004, 0.004, 0.004]

const getNumbers = ({ yaw, pitch, scale, right, up }: SideCamera) => [
  yaw,
  pitch,
  Math.log(scale),
  right,
  up,
]
const getCamera = ([yaw, pitch, scale, right, up]: readonly number[]): SideCamera => ({
  yaw,
  pitch,
  scale: Math.exp(scale),
  right,
  up,
})

const deviations = [off.yaw, off.pitch, unsure, unsure, unsure]

/**
 * Largest root mean square error of consistent cameras. Pictures with larger errors have
 * perspective or show different objects.
 */
const missMax = 0.3 / 128
const getReach = (sizes: readonly number[]) => Math.min(reachMost, 0.62 * Math.max(...sizes) + 0.1)
const reachMost = 1.7

/**
 * Estimates the cameras of the other sides from the outlines alone: each point of an outline must
 * be visible to all cameras. Returns undefined without a consistent solution.
 */
export function locateCameras(front: ObjectView, views: Views): Projection[] | undefined {
  const own = createSilhouette(front)
  const long = Math.max(own.width, own.height)
  const first = toProjection(own, { yaw: 0, pitch: 0, scale: long, right: 0, up: 0 })
  const given = (['left', 'back', 'right'] as const).flatMap((name) => {
    const view = views[name]
    return view ? [{ name, silhouette: createSilhouette(view) }] : []
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

function fitCameras(first: Projection, given: readonly Given[], usually: readonly SideCamera[]) {
  const project = (values: readonly number[]) => [
    first,
    ...given.map(({ silhouette }, k) =>
      toProjection(silhouette, getCamera(values.slice(k * steps.length))),
    ),
  ]
  const { width, height } = first.silhouette
  const depths = usually.map(({ scale }, k) =>
    given[k].name === 'back' ? 0 : given[k].silhouette.width / scale,
  )
  const reach = getReach([width / first.scale, height / first.scale, ...depths])
  const before = usually.flatMap(getNumbers)
  const hints: number[] = []
  const { values, squares } = leastSquares({
    start: before,
    steps: usually.flatMap(() => steps),
    errorsOf: (moved, isNear) => [
      ...weighed(computeMisses(project(moved), { reach, hints, isNear })),
      ...moved.map((value, k) => (value - before[k]) / deviations[k % deviations.length]),
    ],
  })
  const found = project(values)
  const misses = computeMisses(found, { reach, hints })
  const miss = Math.sqrt(misses.reduce((sum, each) => sum + each * each, 0) / misses.length)
  return { cameras: found.slice(1), squares, miss }
}

/**
 * Returns a camera at the usual position of a side. The heights of the side and the front, or the
 * widths of the back and the front, give the scale.
 */
function usualCamera(
  { name, silhouette: { width, height } }: Given,
  aside: number,
  [frontWidth, frontHeight]: readonly [number, number],
): SideCamera {
  const tilt = (usual.pitch * Math.PI) / 180
  const tall = frontHeight * Math.cos(tilt) + 0.5 * frontWidth * Math.sin(tilt)
  const scale = name === 'back' ? width / frontWidth : height / tall
  const towardsBack = { left: aside, back: 0, right: -aside }[name]
  return { yaw: asked[name] + towardsBack, pitch: usual.pitch, scale, right: 0, up: 0 }
}

function weighed(misses: readonly number[]): number[] {
  const weight = Math.sqrt(independent / misses.length) / outlineError
  return misses.map(
    (miss) => weight * (miss <= oddFrom ? miss : Math.sqrt(2 * oddFrom * miss - oddFrom * oddFrom)),
  )
}
