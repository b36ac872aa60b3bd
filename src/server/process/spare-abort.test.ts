import { expect, it } from 'vitest'
import { giveBackAbort, takeAbort } from './spare-abort.ts'

it('hands a controller on that was given back', () => {
  const controller = takeAbort()
  giveBackAbort(controller)
  expect(takeAbort()).toBe(controller)
  expect(takeAbort()).not.toBe(controller)
})

it('hands none on that has fired, or that someone still listens to', () => {
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
