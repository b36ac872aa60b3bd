import { language } from '#lib/language/translate.ts'
import type { KeyLimits } from '#contract/access/keys.ts'
import { t } from '#languages/settings.ts'

/** Formats limits such as `60 requests a minute, 8 answers at once`. */
export const describeLimits = ({ requestsPerMinute, streams }: KeyLimits): string =>
  t(
    '{requests, plural, one {# request} other {# requests}} a minute, {streams, plural, one {one answer} other {{streams} answers}} at once',
    { requests: requestsPerMinute, streams },
  )

/** Formats amounts such as `$0.35`, `$12` or `$0.0004`. */
export const formatUsd = (usd: number): string =>
  `$${usd.toLocaleString(language, {
    minimumFractionDigits: Number.isInteger(usd) ? 0 : 2,
    maximumFractionDigits: usd > 0 && usd < 0.01 ? 4 : 2,
  })}`
