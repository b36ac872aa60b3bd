import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReadingPace } from './reading-pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const lookMs = 250

function setUp() {
  const state = { load: 0 }
  const paceOf = createReadingPace(() => state.load)
  /** A connection that has just brought something. */
  const read = (resume = vi.fn<() => void>()) => {
    const connection = { pause: vi.fn<() => void>(), resume }
    const pace = paceOf(connection)
    pace.afterPiece()
    return { ...connection, ...pace }
  }
  /** A moment of this load, at whose end the pace looks. */
  const endure = (load: number) => {
    state.load = load
    vi.advanceTimersByTime(lookMs)
    read()
  }
  return { read, endure }
}

describe('the pace of reading', () => {
  it('lets everything be read at once while there is time', () => {
    const { read, endure } = setUp()
    endure(0.6)
    const one = read()
    vi.advanceTimersByTime(lookMs)
    expect(one.pause).not.toHaveBeenCalled()
  })

  it('keeps an answer waiting under load, and reads it on by itself', () => {
    const { read, endure } = setUp()
    endure(0.9)
    const one = read()
    vi.advanceTimersByTime(15)
    expect(one.pause).toHaveBeenCalledOnce()
    expect(one.resume).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10)
    expect(one.resume).toHaveBeenCalledOnce()
  })

  it('takes the pieces of one reading for one', () => {
    const { read, endure } = setUp()
    endure(0.9)
    const one = read()
    one.afterPiece()
    one.afterPiece()
    vi.advanceTimersByTime(1_000)
    expect(one.pause).toHaveBeenCalledOnce()
    expect(one.resume).toHaveBeenCalledOnce()
  })

  it('leaves a connection alone whose answer is over', () => {
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

  it('waits longer while the load lasts, but never so long that nobody could read along', () => {
    const { read, endure } = setUp()
    for (let at = 0; at < 10; at++) endure(1)
    const one = read()
    vi.advanceTimersByTime(200)
    expect(one.resume).not.toHaveBeenCalled()
    vi.advanceTimersByTime(55)
    expect(one.resume).toHaveBeenCalledOnce()
  })

  it('stays as it is between much and little, and is quick again after the load', () => {
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

  it('reads a thousand on, in their order and one at a time', () => {
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
