import { describe, expect, it } from 'vitest'
import { groupByDay } from './day-groups.ts'

const at = (updatedAt: Date) => ({
  id: updatedAt.toISOString(),
  title: '',
  createdAt: updatedAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

describe('groupByDay', () => {
  it('groups conversations by day, then by month, newest first', () => {
    const now = new Date(2026, 4, 20, 0, 30)
    const groups = groupByDay(
      [
        at(new Date(2025, 1, 3)),
        at(new Date(2026, 4, 20, 0, 10)),
        at(new Date(2026, 4, 19, 23, 50)),
        at(new Date(2026, 4, 15)),
        at(new Date(2026, 3, 1)),
      ],
      now,
    )
    expect(groups.map(({ name }) => name)).toEqual([
      'Today',
      'Yesterday',
      'Last 7 days',
      'April',
      'February 2025',
    ])
  })
})
