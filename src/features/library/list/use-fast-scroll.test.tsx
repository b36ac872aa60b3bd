// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useFastScroll } from './use-fast-scroll.ts'

const scroller = document.createElement('div')
let offset = 0

function Pace() {
  return useFastScroll(scroller, () => offset) ? 'hurried' : 'at rest'
}

function scroll(byPx: number, afterMs: number) {
  act(() => {
    vi.advanceTimersByTime(afterMs)
    offset += byPx
    scroller.dispatchEvent(new Event('scroll'))
  })
}

describe('useFastScroll', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    offset = 0
    render(<Pace />)
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  it('returns true for fast and false for slow scrolling', () => {
    scroll(30, 16)
    expect(screen.getByText('at rest')).toBeDefined()
    scroll(150, 16)
    expect(screen.getByText('hurried')).toBeDefined()
  })

  it('returns false when scrolling slows down or stops', () => {
    scroll(150, 16)
    for (let steps = 0; steps < 10; steps++) scroll(10, 16)
    expect(screen.getByText('at rest')).toBeDefined()
  })

  it('returns false after a single jump', () => {
    scroll(20_000, 1_000)
    expect(screen.getByText('at rest')).toBeDefined()
  })
})
