import type { KeyLimits } from '#contract/access/keys.ts'
import { t } from '#languages/settings.ts'

/** Formats limits such as `60 requests a minute, 8 answers at once`. */
export const describeLimits = ({ requestsPerMinute, streams }: KeyLimits): string =>
  t(
    '{requests, plural, one {# request} other {# requests}} a minute, {streams, plural, one {one answer} other {{streams} answers}} at once',
    { requests: requestsPerMinute, streams },
  )
