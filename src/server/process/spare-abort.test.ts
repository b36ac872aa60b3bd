import { expect, it } from 'vitest'
import { giveBackAbort, takeAbort } from './spare-abort.ts'

it('reuses a returned controller', () => {
  const controller = takeAbort()
  giveBackAbort(controller)
  expect(takeAbort()).toBe(controller)
  expect(takeAbort()).not.toBe(controller)
})

it('does not reuse a controller that has fired or has listeners', () => {
  const fired = takeAbort()
  fired.abort()
  const heard = takeAbort()
  heard.signal.addEventListener('abort', () => {})
  giveBackAbort(fired)
  giveBackAbort(heard)
  const next = takeAbort()
  expect([fired, heard]).not.toContain(next)
  expect(next.signal.aborted).toBe(false)
})
