import { describe, expect, it } from 'vitest'
import type { Run } from '#contract/chat/chat.ts'
import { retryAtMs } from './retry-plan.ts'

const now = Date.parse('2026-01-01T00:00:10.000Z')
const run: Run = {
  id: '0'.repeat(20),
  modelId: 'a/b',
  status: 'failed',
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:00:08.000Z',
}
const busy = (retryAfterSeconds?: number) => ({
  code: 'rate_limited' as const,
  message: 'Busy.',
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
})

describe('retryAtMs', () => {
  it('counts from the end of the run, or from the time of the refusal', () => {
    expect(retryAtMs(busy(20), run, now)).toBe(now + 18_000)
    expect(retryAtMs(busy(20), undefined, now)).toBe(now + 20_000)
  })

  it('returns undefined if the failure names no time, if the wait is long, or for other failures', () => {
    expect(retryAtMs(busy(), run, now)).toBeUndefined()
    expect(retryAtMs(busy(3600), run, now)).toBeUndefined()
    expect(retryAtMs({ ...busy(5), code: 'provider_failed' }, run, now)).toBeUndefined()
  })

  it('returns undefined for a conversation that was opened long after the failure', () => {
    expect(retryAtMs(busy(5), run, now + 3_600_000)).toBeUndefined()
  })
})
