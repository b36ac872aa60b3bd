import { describe, expect, it } from 'vitest'
import { HttpError } from '../errors/http-error.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'

const absent = new HttpError('provider_unreachable', 'Nothing is running there.')

function openBreaker() {
  let now = 0
  const breaker = createCircuitBreaker('The service', () => now)
  return {
    breaker,
    pass: (ms: number) => (now += ms),
    fail: (times: number, error: unknown = absent) => {
      for (let at = 0; at < times; at++) breaker.enter().failed(error)
    },
  }
}

describe('createCircuitBreaker', () => {
  it('opens after five consecutive failures and reports the time of the next attempt', () => {
    const { breaker, fail } = openBreaker()
    fail(4)
    expect(() => breaker.enter().failed(absent)).not.toThrow()
    expect(() => breaker.enter()).toThrow(
      'The service has failed to answer 5 times in a row and is paused. It will be tried again in 5 s.',
    )
  })

  it('does not open after refusals or single failed requests', () => {
    const { breaker, fail } = openBreaker()
    fail(20, new HttpError('provider_failed', 'It has trouble of its own.'))
    fail(4)
    fail(1, new HttpError('provider_refused', 'It does not accept the key.'))
    fail(4)
    expect(() => breaker.enter()).not.toThrow()
  })

  it('closes the circuit or doubles the pause, depending on the single request that is allowed after the pause', () => {
    const { breaker, fail, pass } = openBreaker()
    fail(5)
    pass(5_000)
    const probe = breaker.enter()
    expect(() => breaker.enter()).toThrow('is paused')
    probe.failed(absent)
    pass(9_999)
    expect(() => breaker.enter()).toThrow('is paused')
    pass(1)
    breaker.enter().succeeded()
    fail(4)
    expect(() => breaker.enter()).not.toThrow()
  })

  it('does not count requests that the caller aborted', () => {
    const { breaker, fail, pass } = openBreaker()
    fail(5)
    pass(5_000)
    breaker.enter().failed(new DOMException('Gone.', 'AbortError'))
    fail(1)
    expect(() => breaker.enter()).toThrow('is paused')
  })

  it('pauses requests for one minute at most', () => {
    const { breaker, fail, pass } = openBreaker()
    fail(5)
    for (let round = 0; round < 10; round++) {
      pass(60_000)
      breaker.enter().failed(absent)
    }
    expect(() => breaker.enter()).toThrow('again in 60 s')
  })
})
