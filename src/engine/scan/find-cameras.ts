import { EngineError } from '../errors.ts'
import { type MatName, matNames, photosMin } from '../scan-params.ts'
import { calibrate, type Camera } from './cameras/calibrate.ts'
import type { Lens } from './cameras/lens.ts'
import { decodePhoto } from './decode-photo.ts'
import { type GreyImage, toGrey } from './grey-image.ts'
import { detectMarkers } from './markers/detect-markers.ts'
import type { ReadMarker } from './markers/read-marker.ts'
import { findMatOfMarker, getMat, type Mat } from './mat/mat-layout.ts'
import type { PhotoProblem } from '#lib/scan/photo-problems.ts'
import { createFewPhotosError, matLabels } from './scan-error.ts'
import { readJsonEntry, type ScanStore, writeJsonEntry } from './scan-store.ts'

export type ScanPhotos = {
  readonly count: number
  /**
   * Reads the file of a photo. Called twice for most photos, so that the photos need not stay in
   * memory.
   */
  readonly read: (index: number) => Promise<Uint8Array>
}

export type PhotoProblems = (PhotoProblem | undefined)[]

export type ScanCameras = {
  readonly mat: Mat
  readonly lens: Lens
  readonly size: { readonly width: number; readonly height: number }
  readonly cameras: readonly (Camera | undefined)[]
  readonly problems: PhotoProblems
  /**
   * True for each upright photo. The cameras of upright photos are those of the photos rotated
   * clockwise.
   */
  readonly uprights: readonly boolean[]
}

type CameraOptions = {
  readonly wanted: MatName | 'auto'
  readonly store: ScanStore
  readonly onStage: (stage: 'look' | 'cameras', done: number) => void
}

/** Finds the cameras of all photos, or reads the cameras from the store of an earlier run. */
export async function findScanCameras(
  photos: ScanPhotos,
  { wanted, store, onStage }: CameraOptions,
): Promise<ScanCameras> {
  const kept = await readJsonEntry<KeptCameras>(store, entryName)
  if (kept) return fromKept(kept, wanted)
  const looks: Look[] = []
  for (let index = 0; index < photos.count; index++) {
    onStage('look', index / photos.count)
    looks.push(await lookAtPhoto(await photos.read(index)))
  }
  const mat = chooseMat(looks, wanted)
  const problems = findOddPhotos(looks, mat)
  onStage('cameras', 0)
  const { lens, cameras } = solveCameras(looks, mat, problems)
  const { width, height } = looks.find((look, k) => look && cameras[k])?.grey ?? noSize
  const uprights = looks.map((look) => look?.isUpright ?? false)
  const size = { width, height }
  await writeJsonEntry(store, entryName, {
    mat: mat.name,
    lens,
    size,
    cameras: cameras.map((camera) => camera ?? null),
    problems: problems.map((problem) => problem ?? null),
    uprights,
  } satisfies KeptCameras)
  return { mat, lens, size, cameras, problems, uprights }
}

const entryName = 'cameras'
const noSize = { width: 1, height: 1 }

type KeptCameras = Pick<ScanCameras, 'lens' | 'size' | 'uprights'> & {
  readonly mat: MatName
  readonly cameras: readonly (Camera | null)[]
  readonly problems: readonly (PhotoProblem | null)[]
}

function fromKept(kept: KeptCameras, wanted: MatName | 'auto'): ScanCameras {
  // Without cameras, the photos may show no mat, and `kept.mat` is the one that was chosen.
  if (kept.cameras.some(Boolean)) requireMat(kept.mat, wanted)
  return {
    ...kept,
    mat: getMat(kept.mat),
    cameras: kept.cameras.map((camera) => camera ?? undefined),
    problems: kept.problems.map((problem) => problem ?? undefined),
  }
}

type Look =
  | { readonly grey: GreyImage; readonly markers: readonly ReadMarker[]; isUpright: boolean }
  | undefined

async function lookAtPhoto(bytes: Uint8Array): Promise<Look> {
  const photo = await decodePhoto(bytes)
  if (!photo) return undefined
  const grey = toGrey(photo.data, photo.width, photo.height)
  return { grey, markers: detectMarkers(grey), isUpright: photo.isUpright }
}

/**
 * Returns the mat to which most markers belong.
 * @throws {EngineError} if the user selected another mat.
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
  requireMat(seen, wanted)
  return getMat(seen)
}

function requireMat(seen: MatName, wanted: MatName | 'auto'): void {
  if (wanted === 'auto' || wanted === seen) return
  throw new EngineError(
    'photos_unusable',
    `The photos show the mat of ${matLabels[seen]}, but the mat of ${matLabels[wanted]} is chosen. Choose the mat in the photos, because the size of the model depends on it.`,
  )
}

function findOddPhotos(looks: readonly Look[], mat: Mat): PhotoProblems {
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

function solveCameras(looks: readonly Look[], mat: Mat, problems: PhotoProblems) {
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

/** @throws {EngineError} if too few photos are without a problem. */
export function requirePhotos(problems: Readonly<PhotoProblems>): void {
  const used = problems.filter((problem) => !problem).length
  if (used < photosMin)
    throw createFewPhotosError(problems.map((problem) => ({ ...(problem && { problem }) })))
}
