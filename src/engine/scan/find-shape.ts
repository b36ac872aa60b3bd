import { EngineError } from '../errors.ts'
import type { MatName } from '../scan-params.ts'
import { buildHull, buildRoughHull, type Hull, rebuildHull, type Space } from './build-hull.ts'
import { decodePhoto } from './decode-photo.ts'
import {
  findScanCameras,
  type PhotoProblems,
  requirePhotos,
  type ScanCameras,
  type ScanPhotos,
} from './find-cameras.ts'
import type { FieldGrid } from './hull/field-grid.ts'
import { compareWithMat } from './masks/compare-with-mat.ts'
import { readMasks, readMatEntry, writeMasks, writeMatEntry } from './scan-entries.ts'
import type { PhotoReport } from './scan-error.ts'
import type { ScanStore } from './scan-store.ts'
import { cropPixels, cropVolume, isUsed, type ScanView, type Volume } from './scan-view.ts'
import type { Camera } from './cameras/calibrate.ts'
import { getCentre } from './cameras/lens.ts'

type ShapeStage = 'look' | 'cameras' | 'compare' | 'hull'

type FindShapeOptions = {
  readonly mat: MatName | 'auto'
  readonly leftOut: readonly number[]
  readonly kept: readonly number[]
  readonly store: ScanStore
  readonly onStage: (stage: ShapeStage, done: number) => void
  readonly onRough: (grid: FieldGrid) => Promise<void>
}

export type ScanShape = ScanCameras & {
  readonly views: readonly ScanView[]
  readonly grid: FieldGrid
  readonly objects: number
  readonly photos: readonly PhotoReport[]
}

/** Space above a mat of one page in which the object is searched, in mm. */
const volume: Volume = { radius: 78, height: 160 }
const roughPhotos = 8
/**
 * Minimum median overlap (0 to 1) of the photos' masks with the shape's outline. A smaller overlap
 * means that the object was moved between photos.
 */
const agreementMin = 0.6

/** Minimum number of directions, at least this angle apart, in which the photos were taken. */
const directionsMin = 5
const cosineMax = Math.cos(Math.PI / 18)

/**
 * Finds the cameras of all photos and the shape of the object on the mat.
 * @throws {EngineError} `photos_unusable` with a sentence on what is wrong and what to do.
 */
export async function findShape(photos: ScanPhotos, options: FindShapeOptions): Promise<ScanShape> {
  const { store, onStage } = options
  const found = await findScanCameras(photos, { wanted: options.mat, store, onStage })
  const problems = [...found.problems]
  for (const number of options.leftOut) {
    if (number <= photos.count) problems[number - 1] ??= 'left-out'
  }
  requirePhotos(problems)
  const shaping = { photos, found, problems, options }
  const { views, hull } = (await shapeAgain(shaping)) ?? (await shapeFirst(shaping))
  if (!hull) throw noObject()
  if (countDirections(found.cameras) < directionsMin) throw fewDirections()
  if (hull.agreement < agreementMin) throw movedObject()
  for (const view of views)
    if (view.choice !== 'out' && !isUsed(view)) problems[view.photo] = 'disagrees'
  const { grid, objects } = hull
  return { ...found, problems, views, grid, objects, photos: toReports(problems, found) }
}

const noObject = () =>
  new EngineError(
    'photos_unusable',
    'No object can be found on the mat. Put it on the pattern in the middle, and take photos from all sides, in which it stands out from the paper.',
  )

const fewDirections = () =>
  new EngineError(
    'photos_unusable',
    'The photos show the object from too few directions. Walk round it, and take about 36 photos from all sides.',
  )

const movedObject = () =>
  new EngineError(
    'photos_unusable',
    'The outlines of the object do not fit together. It may have moved on the mat, or its outline cannot be told from the background. Walk round it without touching the mat, in front of another background.',
  )

type Shaping = {
  readonly photos: ScanPhotos
  readonly found: ScanCameras
  readonly problems: PhotoProblems
  readonly options: FindShapeOptions
}
type Shaped = { readonly views: readonly ScanView[]; readonly hull: Hull | undefined }

async function shapeAgain(shaping: Shaping): Promise<Shaped | undefined> {
  const { photos, found, options } = shaping
  const kept = await readMasks(options.store)
  if (!kept) return undefined
  const views: ScanView[] = []
  for (const [k, { photo, white, isDropped, mask, ...box }] of kept.photos.entries()) {
    options.onStage('compare', k / kept.photos.length)
    const decoded = await decodePhoto(await photos.read(photo))
    if (!decoded || !found.cameras[photo] || box.width * box.height !== mask.length)
      return undefined
    const rgb = cropPixels(decoded.data, { left: 0, top: 0, ...decoded }, box)
    const empty = new Uint8Array()
    const view = { ...createView(shaping, photo), ...box, rgb, onPage: empty, matChance: empty }
    views.push({ ...view, white, mask, outline: empty, isDropped })
  }
  options.onStage('hull', 0.5)
  return { views, hull: rebuildHull(views, kept) }
}

async function shapeFirst(shaping: Shaping): Promise<Shaped> {
  const { photos, found, problems, options } = shaping
  const { onStage, store } = options
  const views: ScanView[] = []
  const order = orderSteepFirst(found.cameras)
  const space = toSpace(found)
  for (const [k, index] of order.entries()) {
    onStage('compare', k / order.length)
    const crop = await cropPhoto(await photos.read(index), found, index)
    if (!crop) {
      problems[index] = 'unreadable'
      continue
    }
    const compared =
      (await readMatEntry(store, index, crop)) ??
      compareWithMat(crop, { ...found, pose: found.cameras[index]!.pose })
    await writeMatEntry(store, index, compared)
    const blank = { mask: new Uint8Array(), outline: new Uint8Array(), isDropped: false }
    views.push({ ...createView(shaping, index), ...crop, ...compared, ...blank })
    if (views.length === roughPhotos && order.length > roughPhotos) {
      const rough = buildRoughHull(views, space)
      if (rough) await options.onRough(rough)
    }
  }
  views.sort((a, b) => a.photo - b.photo)
  const hull = await buildHull(views, space, {
    onProgress: (done) => onStage('hull', done),
    onRough: options.onRough,
  })
  if (hull) await writeMasks(store, views, hull)
  return { views, hull }
}

function toSpace({ mat }: ScanCameras): Space {
  return { radius: volume.radius * mat.scale, height: volume.height * mat.scale, mat }
}

function createView({ found, options }: Shaping, photo: number) {
  const isOut = options.leftOut.includes(photo + 1)
  const choice = isOut ? 'out' : options.kept.includes(photo + 1) ? 'in' : 'auto'
  return { photo, lens: found.lens, pose: found.cameras[photo]!.pose, choice } as const
}

async function cropPhoto(bytes: Uint8Array, found: ScanCameras, index: number) {
  const photo = await decodePhoto(bytes)
  const camera = found.cameras[index]
  return photo && camera && cropVolume(photo, { ...found, pose: camera.pose }, toSpace(found))
}

const toReports = (problems: PhotoProblems, { cameras }: ScanCameras): PhotoReport[] =>
  problems.map((problem, index) => ({
    ...(problem && { problem }),
    ...(cameras[index] && { errorPx: Math.round(cameras[index].errorPx * 100) / 100 }),
  }))

function countDirections(cameras: readonly (Camera | undefined)[]): number {
  const directions: number[][] = []
  for (const camera of cameras) {
    if (!camera) continue
    const centre = getCentre(camera.pose)
    const length = Math.hypot(...centre)
    const own = centre.map((value) => value / length)
    const isNear = (other: readonly number[]) =>
      own[0] * other[0] + own[1] * other[1] + own[2] * other[2] > cosineMax
    if (!directions.some(isNear)) directions.push(own)
  }
  return directions.length
}

/**
 * Returns the indices of the photos that have a camera, steepest angle first. In steep photos the
 * mat is behind the whole object.
 */
function orderSteepFirst(cameras: readonly (Camera | undefined)[]): number[] {
  return cameras
    .flatMap((camera, index) => {
      if (!camera) return []
      const [x, y, z] = getCentre(camera.pose)
      return [{ index, slope: z / Math.hypot(x, y, 1) }]
    })
    .toSorted((a, b) => b.slope - a.slope)
    .map(({ index }) => index)
}
