import { expect, it } from 'vitest'
import { describeTiming, formatMoment } from './describe-timing.ts'

it('describeTiming names the days in the order of the week', () => {
  expect(describeTiming({ kind: 'daily', time: '08:00' })).toBe('Every day at 08:00')
  expect(describeTiming({ kind: 'weekly', time: '09:30', days: [0, 5, 1] })).toBe(
    'Every Monday, Friday, and Sunday at 09:30',
  )
  expect(describeTiming({ kind: 'cron', expression: '0 8 1 * *' })).toBe('Cron 0 8 1 * *')
})

it('formatMoment uses the clock of the time zone', () => {
  expect(formatMoment('2026-11-30T07:00:00Z', 'Europe/Berlin')).toMatch(/^Mon,? 30 Nov,? 08:00$/)
})
