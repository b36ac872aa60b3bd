import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSpare } from './spare.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('is taken once, and is then nobody else’s to give back', () => {
  const givenBack: string[] = []
  const spare = createSpare<string>((thing) => givenBack.push(thing))
  expect([spare.isThere(), spare.take()]).toEqual([false, undefined])
  spare.keep('canvas')
  expect([spare.isThere(), spare.take(), spare.take()]).toEqual([true, 'canvas', undefined])
  vi.runAllTimers()
  expect(givenBack).toEqual([])
})

it('is given back when nobody comes', () => {
  const givenBack: string[] = []
  const spare = createSpare<string>((thing) => givenBack.push(thing))
  spare.keep('canvas')
  vi.runAllTimers()
  expect([givenBack, spare.isThere(), spare.take()]).toEqual([['canvas'], false, undefined])
})
