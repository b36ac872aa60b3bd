import type { MediaKind } from './endpoints.ts'
import type { ReadRequest } from './pass-through.ts'

/** US dollars where nobody says a price: above what nearly every service asks. */
const perPicture = 0.25
const perSpokenCharacter = 0.00003
/** A megabyte of speech at a low bit rate has about eight minutes. */
const perRecordedByte = 0.05 / 1_000_000
const leastUsd = 0.001
const picturesMax = 10

/** What to set aside for a request, and what it counts as if its answer names no tokens and no cost. */
export function estimateMediaUsd(kind: MediaKind, { body, request }: ReadRequest): number {
  if (kind === 'image') {
    const count = Number(request['n'] ?? 1)
    return perPicture * (Number.isFinite(count) ? Math.min(Math.max(1, count), picturesMax) : 1)
  }
  // The text is nearly all of a request for speech.
  const usd = body.length * (kind === 'speech' ? perSpokenCharacter : perRecordedByte)
  return Math.max(leastUsd, usd)
}
