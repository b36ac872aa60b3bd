import { Cron } from 'croner'
import { t } from '#lib/language/translate.ts'

/** Rule by which a scheduled question repeats. Times are local to the schedule's time zone. */
export type ScheduleTiming =
  | { kind: 'daily'; time: string }
  /** Days of the week from 0 (Sunday) to 6. */
  | { kind: 'weekly'; time: string; days: number[] }
  /** Cron expression with five fields: minute, hour, day of the month, month, weekday. */
  | { kind: 'cron'; expression: string }

export const shortestIntervalMinutes = 15
/** Number of times that are compared to find the shortest interval of a schedule. */
const comparedTimes = 100

export function toCronExpression(timing: ScheduleTiming): string {
  if (timing.kind === 'cron') return timing.expression
  const [hour = 0, minute = 0] = timing.time.split(':').map(Number)
  const days = timing.kind === 'weekly' ? [...timing.days].toSorted((a, b) => a - b).join(',') : '*'
  return `${minute} ${hour} * * ${days}`
}

/**
 * Returns at most `count` next times after `from`. A time that the start of summer time skips moves
 * to the end of the gap. A daily time that occurs twice at the end of summer time counts once.
 * @throws {Error} for an invalid expression or time zone.
 */
export const listNextTimes = (
  timing: ScheduleTiming,
  { timeZone, from, count }: { timeZone: string; from: Date; count: number },
): Date[] =>
  new Cron(toCronExpression(timing), {
    timezone: timeZone,
    mode: '5-part',
    paused: true,
  }).nextRuns(count, from)

/**
 * Returns a sentence that says why a schedule's timing is invalid, or undefined for a valid timing.
 */
export function findTimingProblem(
  timing: ScheduleTiming,
  { timeZone, from }: { timeZone: string; from: Date },
): string | undefined {
  try {
    Intl.DateTimeFormat('en', { timeZone })
  } catch {
    return t('“{timeZone}” is not a time zone. Use a name such as Europe/Berlin.', { timeZone })
  }
  let times: Date[]
  try {
    times = listNextTimes(timing, { timeZone, from, count: comparedTimes })
  } catch {
    return t(
      'This is not a cron expression with five fields, such as 0 8 * * 1 for Mondays at 8:00.',
    )
  }
  if (times.length === 0) return t('This time never comes. Check the day and the month.')
  const gapsMs = times.slice(1).map((time, at) => time.getTime() - (times[at]?.getTime() ?? 0))
  if (gapsMs.some((gapMs) => gapMs < shortestIntervalMinutes * 60_000)) {
    return t('A question can repeat every {shortestIntervalMinutes} minutes at most.', {
      shortestIntervalMinutes,
    })
  }
  return undefined
}
