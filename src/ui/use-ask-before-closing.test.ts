// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { pauseAskingBeforeClosing, useAskBeforeClosing } from './use-ask-before-closing.ts'

afterEach(() => vi.useRealTimers())

function isAsked(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  dispatchEvent(event)
  return event.defaultPrevented
}

it('asks before the page closes, but not when a link opens another program', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  renderHook(() => useAskBeforeClosing(true))
  vi.advanceTimersByTime(5_000)
  expect(isAsked()).toBe(true)
  pauseAskingBeforeClosing()
  expect(isAsked()).toBe(false)
  vi.advanceTimersByTime(2_000)
  expect(isAsked()).toBe(true)
})
