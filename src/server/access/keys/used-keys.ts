import type { Context } from 'hono'
import type { KeyLimits } from '#contract/access/keys.ts'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import { createKeyMeter, type KeyMeter, type CountedRequest } from './key-meter.ts'
import type { SharedMeters, UsedKey } from './shared-meters.ts'

export type ConnectMeters = (keysNow: () => readonly UsedKey[]) => SharedMeters | undefined

type UsedKeysOptions = {
  audit: Audit | undefined
  connectMeters: ConnectMeters | undefined
  clock: () => number
}

export function createUsedKeys({ audit, connectMeters, clock }: UsedKeysOptions) {
  const used = new Map<string, UsedKey>()
  const shared = connectMeters?.(() => [...used.values()])

  function note(id: string, limits: KeyLimits, own?: KeyMeter): UsedKey {
    const key = used.get(id) ?? { id, meter: own ?? createKeyMeter(clock), limits }
    key.limits = limits
    used.set(id, key)
    return key
  }

  return {
    note,
    forget: (id: string): void => void used.delete(id),
    openStreamOf: (key: UsedKey) => {
      const open = () => noteLimit(audit, () => key.meter.openStream(key.limits))
      return async (): Promise<() => void> =>
        shared ? shared.within(key, 'streams', open) : open()
    },
    /**
     * Counts a request against the limits of its key, then calls `answer`.
     * @throws {HttpError} `rate_limited`.
     */
    count(c: Context, key: UsedKey, answer: () => Promise<void>): Promise<void> {
      const kind = isReading(c) ? 'read' : 'work'
      const count = () => {
        const limited = () => noteLimit(audit, () => key.meter.countRequest(kind, key.limits))
        countWithHeaders(c, key.limits.requestsPerMinute, limited)
        return answer()
      }
      return shared ? shared.within(key, kind, count) : count()
    },
  }
}

export const isReading = (c: Context): boolean => c.req.method === 'GET' || c.req.method === 'HEAD'

function noteLimit<T>(audit: Audit | undefined, count: () => T): T {
  try {
    return count()
  } catch (error) {
    // The audit log omits the remaining seconds, which would make each refusal a separate event.
    const [words] = error instanceof Error ? error.message.split('. ') : []
    audit?.note({ kind: 'limit_hit', subject: words ?? '' })
    throw error
  }
}

function setLimitHeaders(c: Context, { limit, remaining, resetSeconds }: CountedRequest): void {
  c.header('x-ratelimit-limit-requests', String(limit))
  c.header('x-ratelimit-remaining-requests', String(remaining))
  c.header('x-ratelimit-reset-requests', `${resetSeconds}s`)
}

function countWithHeaders(c: Context, limit: number, count: () => CountedRequest): void {
  try {
    setLimitHeaders(c, count())
  } catch (error) {
    const resetSeconds = (error instanceof HttpError && error.retryAfterSeconds) || 1
    setLimitHeaders(c, { limit, remaining: 0, resetSeconds })
    throw error
  }
}
