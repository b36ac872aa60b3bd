import { expect, it } from 'vitest'
import { createActivity } from './activity.ts'

it('is quiet a while after the last request, and not while a long one is under way', () => {
  let nowMs = 0
  const { begin, isQuiet } = createActivity(() => nowMs)
  expect(isQuiet()).toBe(false)
  nowMs = 15_000
  expect(isQuiet()).toBe(true)
  const endImport = begin(true)
  const endPage = begin(false)
  expect(isQuiet()).toBe(false)
  nowMs = 60_000
  expect(isQuiet()).toBe(false)
  endImport()
  endImport()
  expect(isQuiet()).toBe(false)
  nowMs = 75_000
  // The page's stream of events stays open.
  expect(isQuiet()).toBe(true)
  endPage()
  expect(isQuiet()).toBe(false)
})
