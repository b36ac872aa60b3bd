// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { WireNotice } from './wire-notice.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('WireNotice counts the seconds of a long wait for the first text', () => {
  vi.useFakeTimers()
  const { container } = render(
    <WireNotice isSummarising={false} wire="live" hasText={false} hasBegun />,
  )
  act(() => void vi.advanceTimersByTime(2_000))
  expect(container.textContent).toBe('')
  act(() => void vi.advanceTimersByTime(10_000))
  expect(container.textContent).toBe('12 s')
})
