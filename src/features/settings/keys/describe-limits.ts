import type { KeyLimits } from '#contract/access/keys.ts'
import { formatCount } from '#lib/format.ts'

/** Formats limits such as `60 requests a minute, 8 answers at once`. */
export const describeLimits = ({ requestsPerMinute, streams }: KeyLimits): string =>
  `${formatCount(requestsPerMinute)} ${requestsPerMinute === 1 ? 'request' : 'requests'} a minute, ${
    streams === 1 ? 'one answer' : `${streams} answers`
  } at once`

/** Formats amounts such as `$0.35`, `$12` or `$0.0004`. */
export const formatUsd = (usd: number): string =>
  `$${usd.toLocaleString('en', {
    minimumFractionDigits: Number.isInteger(usd) ? 0 : 2,
    maximumFractionDigits: usd > 0 && usd < 0.01 ? 4 : 2,
  })}`
