import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReadingPace } from './reading-pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const lookMs = 250

function setUp() {
  const state = { load: 0 }
  const createPace = createReadingPace(() => state.load)
  const read = (resume = vi.fn<() => void>()) => {
    const connection = { pause: vi.fn<() => void>(), resume }
    const pace = createPace(connection)
    pace.afterPiece()
    return { ...connection, ...pace }
  }
  const endure = (load: number) => {
    state.load = load
    vi.advanceTimersByTime(lookMs)
    read()
  }
  return { read, endure }
}

describe('createReadingPace', () => {
  it('does not delay reads at low load', () => {
    const { read, endure } = setUp()
    endure(0.6)
    const one = read()
    vi.advanceTimersByTime(lookMs)
    expect(one.pause).not.toHaveBeenCalled()
  })

  it('pauses a connection at high load and resumes it automatically', () => {
    const { read, endure } = setUp()
    endure(0.9)
    const one = read()
    vi.advanceTimersByTime(15)
    expect(one.pause).toHaveBeenCalledOnce()
    expect(one.resume).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10)
    expect(one.resume).toHaveBeenCalledOnce()
  })

  it('counts all chunks of one event loop turn as one read', () => {
    const { read, endure } = setUp()
    endure(0.9)
    const one = read()
    one.afterPiece()
    one.afterPiece()
    vi.advanceTimersByTime(1_000)
    expect(one.pause).toHaveBeenCalledOnce()
    expect(one.resume).toHaveBeenCalledOnce()
  })

  it('neither pauses nor resumes a connection after its answer is complete', () => {
    const { read, endure } = setUp()
    endure(0.9)
    const before = read()
    before.end()
    const during = read()
    vi.advanceTimersByTime(5)
    expect(during.pause).toHaveBeenCalledOnce()
    during.end()
    expect(during.resume).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(1_000)
    expect(before.pause).not.toHaveBeenCalled()
    expect(during.resume).toHaveBeenCalledOnce()
  })

  it('increases the pause during high load, up to a limit that people do not notice', () => {
    const { read, endure } = setUp()
    for (let at = 0; at < 10; at++) endure(1)
    const one = read()
    vi.advanceTimersByTime(200)
    expect(one.resume).not.toHaveBeenCalled()
    vi.advanceTimersByTime(55)
    expect(one.resume).toHaveBeenCalledOnce()
  })

  it('keeps the pause at medium load and removes the pause at low load', () => {
    const { read, endure } = setUp()
    endure(1)
    endure(0.7)
    const during = read()
    vi.advanceTimersByTime(1)
    expect(during.pause).toHaveBeenCalledOnce()
    for (let at = 0; at < 5; at++) endure(0.1)
    const after = read()
    vi.advanceTimersByTime(1)
    expect(after.pause).not.toHaveBeenCalled()
  })

  it('resumes a thousand connections in order, one at a time', () => {
    const { read, endure } = setUp()
    endure(1)
    const order: number[] = []
    for (let at = 0; at < 1_000; at++) read(vi.fn<() => void>(() => void order.push(at)))
    vi.advanceTimersToNextTimer()
    vi.advanceTimersByTime(20)
    const counts: number[] = []
    for (let last = -1; order.length < 1_000 && order.length > last;) {
      last = order.length
      vi.advanceTimersToNextTimer()
      counts.push(order.length - last)
    }
    expect(Math.max(...counts)).toBe(1)
    expect(order).toEqual(Array.from({ length: 1_000 }, (_, at) => at))
  })
})
