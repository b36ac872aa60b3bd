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

describe('a circuit breaker', () => {
  it('refuses at once after five failures in a row, and says when it tries again', () => {
    const { breaker, fail } = openBreaker()
    fail(4)
    expect(() => breaker.enter().failed(absent)).not.toThrow()
    expect(() => breaker.enter()).toThrow(
      'The service has failed to answer 5 times in a row and is paused. It will be tried again in 5 s.',
    )
  })

  it('does not take a refusal or a single failed request for absence', () => {
    const { breaker, fail } = openBreaker()
    fail(20, new HttpError('provider_failed', 'It has trouble of its own.'))
    fail(4)
    fail(1, new HttpError('provider_refused', 'It does not accept the key.'))
    fail(4)
    expect(() => breaker.enter()).not.toThrow()
  })

  it('lets one through after the pause, which closes it or doubles the pause', () => {
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

  it('learns nothing from who did not wait for the answer', () => {
    const { breaker, fail, pass } = openBreaker()
    fail(5)
    pass(5_000)
    breaker.enter().failed(new DOMException('Gone.', 'AbortError'))
    fail(1)
    expect(() => breaker.enter()).toThrow('is paused')
  })

  it('never waits longer than a minute', () => {
    const { breaker, fail, pass } = openBreaker()
    fail(5)
    for (let round = 0; round < 10; round++) {
      pass(60_000)
      breaker.enter().failed(absent)
    }
    expect(() => breaker.enter()).toThrow('again in 60 s')
  })
})
