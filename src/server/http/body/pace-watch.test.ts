import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HttpError } from '../../errors/http-error.ts'
import { watchPace } from './pace-watch.ts'

const limits = { everyMs: 1_000, looks: 3, bytesPerSecond: 100, busyBytesPerSecond: 1_000 }

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => vi.useRealTimers())

/**
 * Sends this many bytes a second for ten seconds.
 * @returns the error, with the time at which it was reported.
 */
function send(bytesPerSecond: number, isWanted = false): string | undefined {
  const said: string[] = []
  let second = 0
  const tooSlow = ({ code }: HttpError) => void said.push(`${code} after ${second}`)
  const pace = watchPace(() => isWanted, tooSlow, limits)
  while (second < 10) {
    second++
    pace.heard(bytesPerSecond)
    vi.advanceTimersByTime(1_000)
  }
  pace.end()
  return said[0]
}

describe('watchPace', () => {
  it('accepts senders at the minimum rate', () => {
    expect(send(100)).toBeUndefined()
  })

  it('reports senders below the minimum rate', () => {
    expect(send(99)).toBe('timed_out after 3')
  })

  it('requires a higher rate while other requests wait for memory', () => {
    expect(send(999, true)).toBe('rate_limited after 1')
    expect(send(1_000, true)).toBeUndefined()
  })
})
