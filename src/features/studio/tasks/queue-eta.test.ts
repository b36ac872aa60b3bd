import { expect, it } from 'vitest'
import { shownFraction } from './queue-eta.ts'

it('shownFraction agrees with the time left, and never shows an unfinished task as done', () => {
  const stage = 'Building the shape'
  expect(shownFraction({ stage, progress: 0.9 }, { leftMs: 30_000, workedMs: 10_000 })).toBe(0.25)
  expect(shownFraction({ stage }, { leftMs: 5_000, workedMs: 5_000 })).toBe(0.5)
  expect(shownFraction({ stage, progress: 1 }, { leftMs: 0, workedMs: 9_000 })).toBe(0.97)
  expect(shownFraction({ stage, progress: 0.4 }, { leftMs: undefined, workedMs: 1 })).toBe(0.4)
})

it('shownFraction shows no fraction while the task is starting', () => {
  expect(shownFraction({}, { leftMs: 3_000, workedMs: 2_000 })).toBeUndefined()
})
