import type { Context } from 'hono'
import type { KeyLimits } from '#contract/access/keys.ts'
import type { Audit } from '../../audit/audit.ts'
import { createKeyMeter, type KeyMeter } from './key-meter.ts'
import { countWithHeaders } from './limit-headers.ts'
import type { SharedMeters, UsedKey } from './shared-meters.ts'

export type ShareKeys = (keysNow: () => readonly UsedKey[]) => SharedMeters | undefined

type UsedKeysOptions = {
  audit: Audit | undefined
  share: ShareKeys | undefined
  clock: () => number
}

export function createUsedKeys({ audit, share, clock }: UsedKeysOptions) {
  const used = new Map<string, UsedKey>()
  const shared = share?.(() => [...used.values()])

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
    /** Counts a request against the limits of its key, and then answers it. @throws {HttpError} `rate_limited`. */
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
    // Without the remaining seconds, because they would make each refusal a separate audit event.
    const [words] = error instanceof Error ? error.message.split('. ') : []
    audit?.note({ kind: 'limit_hit', subject: words ?? '' })
    throw error
  }
}
