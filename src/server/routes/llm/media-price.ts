import type { MediaKind } from './endpoints.ts'
import type { ReadRequest } from './pass-through.ts'

/** Assumed price in US dollars if no price is known. Nearly every service charges less. */
const perPicture = 0.25
const perSpokenCharacter = 0.00003
/**
 * Assumed price of a recording, in US dollars per byte. A megabyte of speech at a low bit rate
 * lasts about eight minutes.
 */
const perRecordedByte = 0.05 / 1_000_000
const leastUsd = 0.001
const picturesMax = 10

/**
 * Returns the cost to reserve for a request, in US dollars. The same cost is charged if the answer
 * reports neither tokens nor cost.
 */
export function estimateMediaUsd(kind: MediaKind, { body, request }: ReadRequest): number {
  if (kind === 'image') {
    const count = Number(request['n'] ?? 1)
    return perPicture * (Number.isFinite(count) ? Math.min(Math.max(1, count), picturesMax) : 1)
  }
  // The body of a speech request consists almost completely of the text.
  const usd = body.length * (kind === 'speech' ? perSpokenCharacter : perRecordedByte)
  return Math.max(leastUsd, usd)
}
