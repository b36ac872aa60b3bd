import { dateLanguage, t } from '#lib/language/translate.ts'

const dayMs = 24 * 60 * 60_000
/** Number of days before the end of a model from which the end is announced. */
const nearDays = 180

type Ending = { endsOn?: string | undefined; successor?: string | undefined }

/** Formats the day `2026-07-01` as `1 Jul 2026`. */
export const formatShortDay = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(dateLanguage, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })

/** Returns the number of whole days from now until a day, negative for a past day. */
export const daysUntil = (day: string, nowMs = Date.now()): number =>
  Math.ceil((Date.parse(`${day}T00:00:00Z`) - nowMs) / dayMs)

/**
 * Returns a sentence such as `Ends 11 Dec 2026. Try gpt-6-sol.` if a model ends within half a year,
 * else `undefined`.
 */
export function describeModelEnd(
  { endsOn, successor }: Ending,
  nowMs = Date.now(),
): { text: string; isOver: boolean } | undefined {
  if (endsOn === undefined) return undefined
  const days = daysUntil(endsOn, nowMs)
  if (Number.isNaN(days) || days > nearDays) return undefined
  const isOver = days <= 0
  const advice = successor === undefined ? '' : ` ${t('Try {successor}.', { successor })}`
  return { text: `${isOver ? t('Ended') : t('Ends')} ${formatShortDay(endsOn)}.${advice}`, isOver }
}
