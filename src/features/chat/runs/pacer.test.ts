import { describe, expect, it, vi } from 'vitest'
import { createPacer, type Clock } from './pacer.ts'

function fakePage() {
  let nowMs = 0
  let isHidden = false
  const frames = new Set<() => void>()
  const timers = new Map<() => void, number>()
  const painted: (() => void)[] = []
  const onVisibility = new Set<() => void>()
  const clock: Clock = {
    now: () => nowMs,
    nextFrame: (callback) => {
      frames.add(callback)
      return () => frames.delete(callback)
    },
    after: (ms, callback) => {
      timers.set(callback, nowMs + ms)
      return () => timers.delete(callback)
    },
    afterPaint: (callback) => {
      painted.push(callback)
    },
    isHidden: () => isHidden,
    onVisibility: (callback) => {
      onVisibility.add(callback)
      return () => onVisibility.delete(callback)
    },
  }
  return {
    clock,
    spend: (ms: number) => {
      nowMs += ms
    },
    frame: async () => {
      nowMs += 16
      for (const [timer, atMs] of timers) {
        if (atMs > nowMs) continue
        timers.delete(timer)
        timer()
      }
      for (const callback of frames) {
        frames.delete(callback)
        callback()
      }
      for (const callback of painted.splice(0)) callback()
      await Promise.resolve()
    },
    setHidden: (hidden: boolean) => {
      isHidden = hidden
      for (const callback of onVisibility) callback()
    },
  }
}

describe('createPacer', () => {
  it('publishes once per frame, however often it is requested', async () => {
    const page = fakePage()
    const publish = vi.fn<() => void>()
    const pacer = createPacer(publish, page.clock)
    for (let word = 0; word < 50; word++) pacer.request()
    expect(publish).not.toHaveBeenCalled()
    await page.frame()
    await page.frame()
    expect(publish).toHaveBeenCalledOnce()
  })

  it('publishes urgent changes at once, and the next change at a frame', async () => {
    const page = fakePage()
    const publish = vi.fn<() => void>()
    const pacer = createPacer(publish, page.clock)
    pacer.hurry()
    expect(publish).toHaveBeenCalledTimes(1)
    pacer.request()
    expect(publish).toHaveBeenCalledTimes(1)
    await page.frame()
    expect(publish).toHaveBeenCalledTimes(2)
    page.setHidden(true)
    pacer.hurry()
    expect(publish).toHaveBeenCalledTimes(2)
    page.setHidden(false)
    expect(publish).toHaveBeenCalledTimes(3)
  })

  it('publishes less often if publishing is slow', async () => {
    const page = fakePage()
    const publish = vi.fn<() => void>(() => page.spend(15))
    const pacer = createPacer(publish, page.clock)
    for (let frame = 0; frame < 40; frame++) {
      pacer.request()
      await page.frame()
    }
    expect(publish.mock.calls.length).toBeLessThan(25)
    expect(publish.mock.calls.length).toBeGreaterThan(8)
  })

  it('publishes at least twelve times a second, even if publishing is slow', async () => {
    const page = fakePage()
    let lastMs = 0
    const gapsMs: number[] = []
    const pacer = createPacer(() => {
      gapsMs.push(page.clock.now() - lastMs)
      lastMs = page.clock.now()
      page.spend(30)
    }, page.clock)
    for (let frame = 0; frame < 40; frame++) {
      pacer.request()
      await page.frame()
    }
    expect(gapsMs.length).toBeGreaterThan(10)
    expect(Math.max(...gapsMs)).toBeLessThanOrEqual(1000 / 12)
  })

  it('publishes pending changes when the page is hidden, then again when it is shown', async () => {
    const page = fakePage()
    const publish = vi.fn<() => void>()
    const pacer = createPacer(publish, page.clock)
    pacer.request()
    page.setHidden(true)
    expect(publish).toHaveBeenCalledTimes(1)
    pacer.request()
    await page.frame()
    expect(publish).toHaveBeenCalledTimes(1)
    page.setHidden(false)
    expect(publish).toHaveBeenCalledTimes(2)
  })

  it('publishes nothing after it was stopped', async () => {
    const page = fakePage()
    const publish = vi.fn<() => void>()
    const pacer = createPacer(publish, page.clock)
    pacer.request()
    pacer.stop()
    await page.frame()
    page.setHidden(true)
    expect(publish).not.toHaveBeenCalled()
  })
})
