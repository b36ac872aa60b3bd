import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSpare } from './spare.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('createSpare returns a kept value from only one take(), and never releases a taken value', () => {
  const givenBack: string[] = []
  const spare = createSpare<string>((thing) => givenBack.push(thing))
  expect([spare.isThere(), spare.take()]).toEqual([false, undefined])
  spare.keep('canvas')
  expect([spare.isThere(), spare.take(), spare.take()]).toEqual([true, 'canvas', undefined])
  vi.runAllTimers()
  expect(givenBack).toEqual([])
})

it('createSpare releases a value that is not used', () => {
  const givenBack: string[] = []
  const spare = createSpare<string>((thing) => givenBack.push(thing))
  spare.keep('canvas')
  vi.runAllTimers()
  expect([givenBack, spare.isThere(), spare.take()]).toEqual([['canvas'], false, undefined])
})
