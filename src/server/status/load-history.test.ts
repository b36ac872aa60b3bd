import { describe, expect, it, vi } from 'vitest'
import type { LoadPoint } from '#contract/server-status.ts'
import { createLoadHistory } from './load-history.ts'

const startMs = Date.parse('2026-11-27T10:00:00.000Z')
const toPoint = (minute: number): LoadPoint => ({
  at: new Date(startMs + minute * 60_000).toISOString(),
  busyRatio: 0.1,
  responseMs: 1,
  usedBytes: 100,
  workCount: minute,
})

async function record(count: number) {
  let minute = 0
  const history = createLoadHistory(() => Promise.resolve(toPoint(minute++)))
  for (let taken = 0; taken < count; taken++) await history.sample()
  history.close()
  return history.list()
}

describe('createLoadHistory', () => {
  it('lists each sample of a young server', async () => {
    expect(await record(3)).toEqual([toPoint(0), toPoint(1), toPoint(2)])
  })

  it('lists the highest values of equal parts of the last day', async () => {
    const points = await record(1_500)
    expect(points).toHaveLength(72)
    expect(points[0]).toEqual({ ...toPoint(60), workCount: 79 })
    expect(points.at(-1)?.workCount).toBe(1_499)
  })

  it('skips samples that cannot be read', async () => {
    let isDown = true
    const history = createLoadHistory(() =>
      isDown ? Promise.reject(new Error('down')) : Promise.resolve(toPoint(1)),
    )
    await history.sample()
    isDown = false
    await history.sample()
    history.close()
    expect(history.list()).toEqual([toPoint(1)])
  })

  it('samples once a minute until it is closed', async () => {
    vi.useFakeTimers()
    try {
      const history = createLoadHistory(() => Promise.resolve(toPoint(0)))
      await vi.advanceTimersByTimeAsync(3 * 60_000)
      history.close()
      await vi.advanceTimersByTimeAsync(3 * 60_000)
      expect(history.list()).toHaveLength(3)
    } finally {
      vi.useRealTimers()
    }
  })
})
