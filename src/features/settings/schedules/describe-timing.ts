import { dateLanguage, language } from '#lib/language/translate.ts'
import type { ScheduleTiming } from '#lib/schedule-times.ts'
import { t } from '#languages/settings.ts'

/**
 * Names of the weekdays in the order of the page. `day` is the number in cron, where Sunday is 0.
 */
export const weekdays = [
  { day: 1, name: t('Monday') },
  { day: 2, name: t('Tuesday') },
  { day: 3, name: t('Wednesday') },
  { day: 4, name: t('Thursday') },
  { day: 5, name: t('Friday') },
  { day: 6, name: t('Saturday') },
  { day: 0, name: t('Sunday') },
] as const

/** Returns a phrase such as `Every Monday and Friday at 08:00`. */
export function describeTiming(timing: ScheduleTiming): string {
  if (timing.kind === 'cron') return t('Cron {expression}', { expression: timing.expression })
  if (timing.kind === 'daily') return t('Every day at {time}', { time: timing.time })
  const names = weekdays.flatMap(({ day, name }) => (timing.days.includes(day) ? name : []))
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
  return t('Every {list} at {time}', { list, time: timing.time })
}

/** Formats a moment in a time zone, such as `Mon 30 Nov, 08:00`. */
export const formatMoment = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat(dateLanguage, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(iso))
