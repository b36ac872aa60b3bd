import type { ScannedPhotos } from '#contract/assets.ts'
import { translateSentence } from '#lib/language/translate-sentence.ts'
import { isPhotoProblem, photoProblemLabels, photoProblems } from '#lib/scan/photo-problems.ts'
import { t } from '#languages/studio.ts'
import { getPictureUrl } from '../../state/views-value.ts'

export type ScanPhoto = {
  /** Position of the photo in the params, starting at 1. */
  readonly number: number
  readonly url: string | undefined
  /**
   * State of the photo. An `odd` photo was left out automatically but can be used, unlike an
   * `unusable` photo.
   */
  readonly state: 'used' | 'out' | 'odd' | 'unusable'
  readonly label: string | undefined
  readonly reason: string | undefined
  readonly camera: ScannedPhotos['photos'][number]['camera']
  /**
   * Round in which the photo was taken, from 0 (lowest camera) to 3 (from above). Undefined if the
   * camera's position is unknown.
   */
  readonly round: number | undefined
  readonly azimuth: number
}

/** Camera elevations in degrees at which the rounds 1 to 3 begin. */
const roundsFrom = [20, 43, 68]

/** Lists the photos of a scan, sorted by round, then by their angle around the object. */
export function listScanPhotos(scan: ScannedPhotos, files: unknown): ScanPhoto[] {
  const held: readonly unknown[] = Array.isArray(files) ? files : []
  const photos = scan.photos.map(({ problem, camera }, index): ScanPhoto => {
    const known = isPhotoProblem(problem) ? problem : undefined
    const [x, y, z] = camera?.at ?? [0, 0, 0]
    const elevation = (Math.atan2(y, Math.hypot(x, z)) * 180) / Math.PI
    return {
      number: index + 1,
      url: getPictureUrl(held[index]),
      state: toState(problem, camera !== undefined),
      label: known && translateSentence(photoProblemLabels[known]),
      reason:
        known &&
        t('Photo {index} {photoProblems}.', {
          index: index + 1,
          photoProblems: translateSentence(photoProblems[known]),
        }),
      camera,
      round: camera && roundsFrom.filter((from) => elevation >= from).length,
      azimuth: Math.atan2(x, z),
    }
  })
  return photos.toSorted(
    (a, b) => (a.round ?? 9) - (b.round ?? 9) || a.azimuth - b.azimuth || a.number - b.number,
  )
}

function toState(problem: string | undefined, hasCamera: boolean): ScanPhoto['state'] {
  if (problem === undefined) return 'used'
  if (!hasCamera) return 'unusable'
  if (problem === 'left-out') return 'out'
  return problem === 'disagrees' ? 'odd' : 'unusable'
}

export type PhotoChoices = ReadonlyMap<number, 'in' | 'out'>

/** Returns whether a scan will use a photo, with the user's choices applied. */
export const isPhotoUsed = ({ number, state }: ScanPhoto, choices: PhotoChoices): boolean =>
  state !== 'unusable' && (choices.get(number) ?? (state === 'used' ? 'in' : 'out')) === 'in'

/** Returns the params of a scan with the user's choices of photos applied. */
export function withChoices(
  params: Readonly<Record<string, unknown>>,
  photos: readonly ScanPhoto[],
  choices: PhotoChoices,
): Record<string, unknown> {
  const { left_out: _out, kept, ...rest } = params
  const keptBefore: readonly unknown[] = Array.isArray(kept) ? kept : []
  const leftOut: number[] = []
  const keptNow: number[] = []
  for (const photo of photos.toSorted((a, b) => a.number - b.number)) {
    if (photo.state === 'unusable') continue
    const isUsed = isPhotoUsed(photo, choices)
    const isOdd = photo.state === 'odd' || keptBefore.includes(photo.number)
    if (!isUsed && photo.state !== 'odd') leftOut.push(photo.number)
    if (isUsed && isOdd) keptNow.push(photo.number)
  }
  return {
    ...rest,
    ...(leftOut.length > 0 && { left_out: leftOut }),
    ...(keptNow.length > 0 && { kept: keptNow }),
  }
}
