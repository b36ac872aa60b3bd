import { EngineError } from '../errors.ts'
import { buildHull } from './build-hull.ts'
import { calibrate, type Camera } from './cameras/calibrate.ts'
import type { Lens } from './cameras/lens.ts'
import { decodePhoto } from './decode-photo.ts'
import { type GreyImage, toGrey } from './grey-image.ts'
import type { FieldGrid } from './hull/field-grid.ts'
import { detectMarkers } from './markers/detect-markers.ts'
import type { ReadMarker } from './markers/read-marker.ts'
import { compareWithMat } from './masks/compare-with-mat.ts'
import { findMatOfMarker, getMat, type Mat } from './mat/mat-layout.ts'
import { type MatName, matNames } from '../scan-params.ts'
import type { PhotoProblem } from './photo-problem.ts'
import { createFewPhotosError, matLabels, type PhotoReport } from './scan-error.ts'
import { photosMin } from '../scan-params.ts'
import { cropVolume, type ScanView, type Volume } from './scan-view.ts'

export type ScanPhotos = {
  readonly count: number
  /**
   * Reads a photo's file. Called twice for most photos, so that not all photos are kept in memory.
   */
  readonly read: (index: number) => Promise<Uint8Array>
}

export type ShapeStage = 'look' | 'cameras' | 'compare' | 'hull'
export type ReportStage = (stage: ShapeStage, done: number) => void

export type ScanShape = {
  readonly mat: Mat
  readonly lens: Lens
  readonly cameras: readonly (Camera | undefined)[]
  readonly views: readonly ScanView[]
  readonly grid: FieldGrid
  readonly photos: readonly PhotoReport[]
}

/** Space above a mat of one page in which the object is searched, in mm. */
const volume: Volume = { radius: 78, height: 160 }

/**
 * Finds the cameras of all photos and the shape of the object on the mat.
 *    @param wanted the mat that the user selected.
 *    @throws {EngineError} `photos_unusable` with a sentence on what is wrong and what to do.
 */
export async function findShape(
  photos: ScanPhotos,
  wanted: MatName | 'auto',
  onStage: ReportStage,
): Promise<ScanShape> {
  const looks: Look[] = []
  for (let index = 0; index < photos.count; index++) {
    onStage('look', index / photos.count)
    looks.push(await lookAtPhoto(await photos.read(index)))
  }
  const mat = chooseMat(looks, wanted)
  const problems = findOddPhotos(looks, mat)
  onStage('cameras', 0)
  const { lens, cameras } = findCameras(looks, mat, problems)
  requirePhotos(problems)
  const views: ScanView[] = []
  for (const [index, camera] of cameras.entries()) {
    onStage('compare', index / photos.count)
    if (!camera) continue
    const view = await createView(await photos.read(index), { index, camera, lens, mat })
    if (view) views.push(view)
    else problems[index] = 'unreadable'
  }
  const { radius, height } = volume
  const space = { radius: radius * mat.scale, height: height * mat.scale }
  const grid = buildHull(views, space, (done) => onStage('hull', done))
  if (!grid) {
    throw new EngineError(
      'photos_unusable',
      'No object can be found on the mat. Put it on the pattern in the middle, and take photos from all sides, in which it stands out from the paper.',
    )
  }
  for (const { isDropped, photo } of views) if (isDropped) problems[photo] = 'disagrees'
  return { mat, lens, cameras, views, grid, photos: toReports(problems, cameras) }
}

type Look = { readonly grey: GreyImage; readonly markers: readonly ReadMarker[] } | undefined

async function lookAtPhoto(bytes: Uint8Array): Promise<Look> {
  const photo = await decodePhoto(bytes)
  if (!photo) return undefined
  const grey = toGrey(photo.data, photo.width, photo.height)
  return { grey, markers: detectMarkers(grey) }
}

/**
 * Returns the mat to which most of the visible markers belong.
 *    @throws {EngineError} if the user selected another mat.
 */
function chooseMat(looks: readonly Look[], wanted: MatName | 'auto'): Mat {
  const counts = new Map<MatName, number>()
  for (const look of looks) {
    for (const { id } of look?.markers ?? []) {
      const name = findMatOfMarker(id)?.name
      if (name) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  const [seen] = matNames.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  if (!counts.has(seen)) return getMat(wanted === 'auto' ? 'one-page' : wanted)
  if (wanted === 'auto' || wanted === seen) return getMat(seen)
  throw new EngineError(
    'photos_unusable',
    `The photos show the mat of ${matLabels[seen]}, but the mat of ${matLabels[wanted]} is chosen. Choose the mat in the photos, because the size of the model depends on it.`,
  )
}

/**
 * Finds photos that cannot be read, show another mat, or have a different size than most photos.
 */
function findOddPhotos(looks: readonly Look[], mat: Mat): (PhotoProblem | undefined)[] {
  const ids = new Set(mat.markers.map(({ id }) => id))
  const sizes = new Map<string, number>()
  const toSize = ({ grey }: NonNullable<Look>) => `${grey.width} ${grey.height}`
  for (const look of looks) if (look) sizes.set(toSize(look), (sizes.get(toSize(look)) ?? 0) + 1)
  const [usual] = [...sizes].toSorted((a, b) => b[1] - a[1])[0] ?? []
  return looks.map((look) => {
    if (!look) return 'unreadable'
    const own = look.markers.filter(({ id }) => ids.has(id)).length
    if (look.markers.length > 2 && own < look.markers.length / 2) return 'other-mat'
    return toSize(look) === usual ? undefined : 'other-size'
  })
}

/** Finds the lens and the cameras. Adds unusable photos to `problems`. */
function findCameras(
  looks: readonly Look[],
  mat: Mat,
  problems: (PhotoProblem | undefined)[],
): { lens: Lens; cameras: (Camera | undefined)[] } {
  const usable = looks.flatMap((look, index) =>
    look && !problems[index] ? [{ index, ...look }] : [],
  )
  const found = calibrate(usable, mat)
  const cameras = looks.map((): Camera | undefined => undefined)
  for (const [k, { index }] of usable.entries()) {
    const camera = found.cameras[k]
    if (typeof camera === 'string') problems[index] = camera
    else cameras[index] = camera
  }
  return { lens: found.lens, cameras }
}

function requirePhotos(problems: readonly (PhotoProblem | undefined)[]): void {
  const used = problems.filter((problem) => !problem).length
  if (used < photosMin)
    throw createFewPhotosError(problems.map((problem) => ({ ...(problem && { problem }) })))
}

type Taken = {
  readonly index: number
  readonly camera: Camera
  readonly lens: Lens
  readonly mat: Mat
}

async function createView(
  bytes: Uint8Array,
  { index, camera: { pose }, lens, mat }: Taken,
): Promise<ScanView | undefined> {
  const photo = await decodePhoto(bytes)
  const space = { radius: volume.radius * mat.scale, height: volume.height * mat.scale }
  const crop = photo && cropVolume(photo, { lens, pose }, space)
  if (!crop) return undefined
  return {
    photo: index,
    lens,
    pose,
    ...crop,
    ...compareWithMat(crop, { mat, lens, pose }),
    mask: new Uint8Array(),
    outline: new Uint8Array(),
    isDropped: false,
  }
}

const toReports = (
  problems: readonly (PhotoProblem | undefined)[],
  cameras: readonly (Camera | undefined)[],
): PhotoReport[] =>
  problems.map((problem, index) => {
    const errorPx = cameras[index]?.errorPx
    return { ...(problem && { problem }), ...(errorPx !== undefined && { errorPx }) }
  })
