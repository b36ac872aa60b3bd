import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prefetch, prefetchAfter } from './prefetch.ts'

let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 1))
  vi.stubGlobal('navigator', {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('prefetch loads each module once, never two at a time, and continues after a failure', async () => {
  const first = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('gone')))
  const second = vi.fn<() => Promise<void>>(() => Promise.resolve())
  for (const load of [first, second, first]) prefetch(load)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(first).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(first).toHaveBeenCalledTimes(1)
  expect(second).toHaveBeenCalledTimes(1)
})

it.each(['pointerdown', 'keydown'])('prefetch starts with the first %s', async (press) => {
  const load = vi.fn<() => Promise<void>>(() => Promise.resolve())
  prefetch(load)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(load).not.toHaveBeenCalled()
  page.dispatchEvent(new Event(press))
  await vi.advanceTimersByTimeAsync(100)
  expect(load).toHaveBeenCalledTimes(1)
})

it('prefetch loads nothing if the browser is set to save data', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  const load = vi.fn<() => Promise<void>>(() => Promise.resolve())
  prefetch(load)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(load).not.toHaveBeenCalled()
})

it('prefetch loads nothing in a frame of another page', async () => {
  vi.stubGlobal('parent', {})
  const load = vi.fn<() => Promise<void>>(() => Promise.resolve())
  prefetch(load)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(load).not.toHaveBeenCalled()
})

it('prefetch waits for urgent requests, even if they fail', async () => {
  let fail: ((error: Error) => void) | undefined
  prefetchAfter(
    new Promise((_, reject) => {
      fail = reject
    }),
  )
  const load = vi.fn<() => Promise<void>>(() => Promise.resolve())
  prefetch(load)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(load).not.toHaveBeenCalled()
  fail?.(new Error('gone'))
  await vi.advanceTimersByTimeAsync(100)
  expect(load).toHaveBeenCalledTimes(1)
})
