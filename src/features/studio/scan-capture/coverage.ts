import type { PhotoLook } from '#lib/scan/live-messages.ts'
import { t } from '#languages/studio.ts'

export type CaptureRound = {
  readonly title: string
  readonly advice: string
  readonly sectors: number
  /** Lowest elevation of the camera in a round, in degrees above the mat. */
  readonly from: number
  readonly to: number
}

/**
 * Rounds of photos around the object, from low to high cameras. Without the lowest round, flat tops
 * of objects become domed.
 */
export const captureRounds: readonly CaptureRound[] = [
  {
    title: t('Low round'),
    advice: t('Hold the phone almost at table height and walk round slowly.'),
    sectors: 12,
    from: 4,
    to: 20,
  },
  {
    title: t('Middle round'),
    advice: t('Raise the phone to about 30 degrees and walk round again.'),
    sectors: 14,
    from: 20,
    to: 43,
  },
  {
    title: t('High round'),
    advice: t('Look down at about 55 degrees and walk round once more.'),
    sectors: 8,
    from: 43,
    to: 68,
  },
  {
    title: t('From above'),
    advice: t('Take two photos from above.'),
    sectors: 2,
    from: 68,
    to: 91,
  },
]

export const captureGoal = captureRounds.reduce((sum, { sectors }) => sum + sectors, 0)

/** Position of a photo around the object: its round, and its sector within the round. */
export type Place = { readonly round: number; readonly sector: number }

/**
 * Returns the round and sector from which a photo was taken. Undefined if the photo is below all
 * rounds or its direction is unknown.
 */
export function findCapturePlace({ direction }: Pick<PhotoLook, 'direction'>): Place | undefined {
  if (!direction) return undefined
  const { azimuth, elevation } = direction
  const round = captureRounds.findIndex(({ from, to }) => elevation >= from && elevation < to)
  const sectors = captureRounds[round]?.sectors
  if (sectors === undefined) return undefined
  return { round, sector: Math.floor((azimuth / 360) * sectors) % sectors }
}

export const toPlaceKey = ({ round, sector }: Place): string => `${round} ${sector}`

export type Coverage = ReadonlySet<string>

export const countRound = (coverage: Coverage, round: number): number =>
  [...coverage].filter((key) => key.startsWith(`${round} `)).length

/** Returns the first round with missing photos. Undefined if every sector has a photo. */
export function findOpenRound(coverage: Coverage): number | undefined {
  const open = captureRounds.findIndex(
    ({ sectors }, round) => countRound(coverage, round) < sectors,
  )
  return open < 0 ? undefined : open
}

export type Guidance = { readonly text: string; readonly isGood: boolean }

/**
 * Maximum distance of the camera from the mat's centre in mm. From further away, the object is too
 * small in photos.
 */
const farMm = 700

/** Returns what the person should do next to take the missing photos. */
export function adviseCapture(look: PhotoLook | undefined, coverage: Coverage): Guidance {
  const open = findOpenRound(coverage)
  if (open === undefined) return { text: t('All sides are covered.'), isGood: true }
  const round = captureRounds[open]
  if (!look) return { text: t('Point the camera at the object on its mat.'), isGood: false }
  if (look.problem === 'too-dark')
    return { text: t('It is too dark. Turn on a light.'), isGood: false }
  const place = findCapturePlace(look)
  if (look.problem !== undefined || !look.direction) {
    return { text: t('Show more of the mat’s markers.'), isGood: false }
  }
  if (look.direction.distanceMm > farMm) return { text: t('Move closer.'), isGood: false }
  if (!place || place.round < open) return { text: t('Raise the phone a little.'), isGood: false }
  if (place.round > open && countRound(coverage, place.round) > 0) {
    return { text: round?.advice ?? '', isGood: false }
  }
  if (coverage.has(toPlaceKey(place))) return { text: t('Keep walking round.'), isGood: true }
  return { text: t('Hold still for a moment.'), isGood: true }
}
