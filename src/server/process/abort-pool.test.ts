import { expect, it } from 'vitest'
import { releaseAbortController, acquireAbortController } from './abort-pool.ts'

it('the pool reuses a returned controller', () => {
  const controller = acquireAbortController()
  releaseAbortController(controller)
  expect(acquireAbortController()).toBe(controller)
  expect(acquireAbortController()).not.toBe(controller)
})

it('the pool does not reuse a controller that has fired or has listeners', () => {
  const fired = acquireAbortController()
  fired.abort()
  const heard = acquireAbortController()
  heard.signal.addEventListener('abort', () => {})
  releaseAbortController(fired)
  releaseAbortController(heard)
  const next = acquireAbortController()
  expect([fired, heard]).not.toContain(next)
  expect(next.signal.aborted).toBe(false)
})
