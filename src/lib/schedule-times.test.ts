import { describe, expect, it } from 'vitest'
import { findTimingProblem, listNextTimes, type ScheduleTiming } from './schedule-times.ts'

const list = (timing: ScheduleTiming, from: string, timeZone = 'Europe/Berlin') =>
  listNextTimes(timing, { timeZone, from: new Date(from), count: 3 }).map((one) =>
    one.toISOString().slice(0, 16),
  )
const problem = (expression: string, timeZone = 'Europe/Berlin') =>
  findTimingProblem({ kind: 'cron', expression }, { timeZone, from: new Date('2026-01-01') })

describe('listNextTimes', () => {
  it('keeps the local time when daylight saving time begins and ends', () => {
    const daily = { kind: 'daily', time: '08:00' } as const
    expect(list(daily, '2026-03-28T00:00Z')).toEqual([
      '2026-03-28T07:00',
      '2026-03-29T06:00',
      '2026-03-30T06:00',
    ])
    expect(list(daily, '2026-10-24T00:00Z')).toEqual([
      '2026-10-24T06:00',
      '2026-10-25T07:00',
      '2026-10-26T07:00',
    ])
  })

  it('moves a skipped time to the end of the gap, and returns a repeated time once', () => {
    const daily = { kind: 'daily', time: '02:30' } as const
    expect(list(daily, '2026-03-28T12:00Z').slice(0, 2)).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ])
    expect(list(daily, '2026-10-24T12:00Z').slice(0, 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ])
  })

  it('lists the chosen weekdays', () => {
    expect(
      list({ kind: 'weekly', time: '09:15', days: [5, 1] }, '2026-11-28T12:00Z', 'UTC'),
    ).toEqual(['2026-11-30T09:15', '2026-12-04T09:15', '2026-12-07T09:15'])
  })
})

describe('findTimingProblem', () => {
  it('refuses invalid expressions and zones, times that never come, and short intervals', () => {
    expect(problem('0 8 * * 1')).toBeUndefined()
    expect(problem('*/15 * * * *')).toBeUndefined()
    expect(problem('every day')).toMatch(/five fields/)
    expect(problem('0 0 8 * * 1')).toMatch(/five fields/)
    expect(problem('0 8 30 2 *')).toMatch(/never comes/)
    expect(problem('*/10 * * * *')).toMatch(/every 15 minutes/)
    expect(problem('0,5 8 * * *')).toMatch(/every 15 minutes/)
    expect(problem('0 8 * * *', 'Mars/Base')).toMatch(/not a time zone/)
  })
})
