import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { signalWithin } from './signal-within.ts'

const untilAborted = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => {
    signal.addEventListener('abort', () => resolve(signal.reason), { once: true })
  })

it('signalWithin returns a signal that fires after its timeout, even after garbage collection', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const waiting = Array.from({ length: 20 }, () =>
    untilAborted(signalWithin(300, new AbortController().signal)),
  )
  await sleep(50)
  collect()
  const reasons = await Promise.race([Promise.all(waiting), sleep(10_000, 'never')])
  expect(reasons).toHaveLength(20)
  expect(reasons).toContainEqual(expect.objectContaining({ name: 'TimeoutError' }))
})

it('signalWithin returns a signal that fires with any of the given signals', async () => {
  const controller = new AbortController()
  const aborted = untilAborted(signalWithin(60_000, controller.signal))
  controller.abort('enough')
  expect(await aborted).toBe('enough')
})
