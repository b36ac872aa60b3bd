import { expect, it } from 'vitest'
import { createActivity } from './activity.ts'

it('createActivity reports a quiet server some time after the last request, but not during a long request', () => {
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
  expect(isQuiet()).toBe(true)
  endPage()
  expect(isQuiet()).toBe(false)
})
