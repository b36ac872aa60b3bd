// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useAfterPaint } from './use-after-paint.ts'

let frames: Map<number, FrameRequestCallback>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  frames = new Map()
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    const id = frames.size + 1
    frames.set(id, callback)
    return id
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id))
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const paint = () =>
  act(() => {
    for (const callback of frames.values()) callback(0)
    frames.clear()
  })
const runTimers = () => act(() => void vi.runAllTimers())
const show = (isReady: boolean) =>
  renderHook((props: { isReady: boolean }) => useAfterPaint(props.isReady), {
    initialProps: { isReady },
  })

describe('useAfterPaint', () => {
  it('returns true after the frame that follows isReady, and stays true', () => {
    const { result, rerender } = show(false)
    runTimers()
    expect(frames.size).toBe(0)
    rerender({ isReady: true })
    runTimers()
    expect(result.current).toBe(false)
    paint()
    expect(result.current).toBe(false)
    runTimers()
    expect(result.current).toBe(true)
    rerender({ isReady: false })
    expect(result.current).toBe(true)
  })

  it('waits for no frame in a hidden page, which paints none', () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const { result } = show(true)
    expect(frames.size).toBe(0)
    runTimers()
    expect(result.current).toBe(true)
  })

  it('cancels its frame and its timer when it is unmounted', () => {
    const early = show(true)
    early.unmount()
    expect(frames.size).toBe(0)
    const late = show(true)
    paint()
    expect(vi.getTimerCount()).toBe(1)
    late.unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})
