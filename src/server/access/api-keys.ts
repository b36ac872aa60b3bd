import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { defaultKeyLimits, type ApiKey, type KeyLimits } from '#contract/keys.ts'
import type { Audit } from '../audit/audit.ts'
import { HttpError } from '../errors.ts'
import { nameCaller } from '../seeing/request-context.ts'
import { createKeyMeter, type KeyMeter } from './key-meter.ts'
import type { KeyService } from './key-service.ts'

/** Who is calling, behind `createKeyCheck`. */
export type ApiClient = {
  /** Of the key in use; absent for one from the environment. */
  keyId?: string
  /**
   * Takes one of the key's streams.
   *
   * @returns gives it back; calling it twice does no harm.
   * @throws {HttpError} `rate_limited` when all are taken.
   */
  openStream: () => () => void
  /** Counts what this request costs towards the key's month; what is no positive number is ignored. */
  spend: (usd: number) => Promise<void>
}

export type ApiClientEnv = { Variables: { apiClient: ApiClient; requestId?: string } }

type KeyCheckOptions = {
  /** Of `keys`, where they differ from the usual ones. */
  limits?: Partial<KeyLimits>
  /** Keys made by this server; each has limits of its own. */
  issued?: Pick<KeyService, 'recognise' | 'addSpend'>
  audit?: Audit
  /** Milliseconds, for tests. */
  clock?: () => number
}

/**
 * A middleware that lets pass only who shows one of `keys`, or one that was issued, as
 * `Authorization: Bearer …`, `Authorization: Key …` or `x-api-key: …`, and keeps within the limits.
 * Behind it, `c.get('apiClient')` is the caller. Use one for all routes, so that they share the
 * limits. Reading (GET) may go on when the month's money is spent.
 *
 * It throws {HttpError} `unauthorized`, `rate_limited` or `over_quota`; each dialect gives them its
 * own shape. A missing key and a wrong one are both 401: clients treat 401 and 403 alike.
 */
export function createKeyCheck(
  keys: readonly string[],
  { limits, issued, audit, clock = Date.now }: KeyCheckOptions = {},
): MiddlewareHandler<ApiClientEnv> {
  const ownLimits = { ...defaultKeyLimits, ...limits }
  const entries = keys.map((key) => ({ digest: digestOf(key), meter: createKeyMeter(clock) }))
  /** One for each issued key that was used; there is no more of them than of keys. */
  const meters = new Map<string, KeyMeter>()

  function entryOf(shown: string) {
    if (entries.length === 0) return undefined
    const digest = digestOf(shown)
    // All are compared, so that the time does not tell which one was near.
    return entries.filter((candidate) => timingSafeEqual(candidate.digest, digest))[0]
  }

  function meterOf({ id }: ApiKey): KeyMeter {
    const meter = meters.get(id) ?? createKeyMeter(clock)
    meters.set(id, meter)
    return meter
  }

  return async (c, next) => {
    const kind = c.req.method === 'GET' || c.req.method === 'HEAD' ? 'read' : 'work'
    const shown = shownKey(c.req.header('authorization'), c.req.header('x-api-key'))
    if (shown === undefined) {
      throw new HttpError(
        'unauthorized',
        'The API key is missing. Send it as “Authorization: Bearer <key>”.',
      )
    }
    const entry = entryOf(shown)
    if (entry) {
      entry.meter.countRequest(kind, ownLimits)
      nameCaller({ actor: 'key from the environment' })
      const openStream = () => entry.meter.openStream(ownLimits)
      c.set('apiClient', { openStream, spend: () => Promise.resolve() })
      return next()
    }
    const key = await issued?.recognise(shown)
    if (!issued || !key) {
      audit?.note({ kind: 'key_wrong' })
      throw new HttpError(
        'unauthorized',
        'The API key is not one of this server’s. Make one in Settings, or set BOZZETTO_API_KEYS.',
      )
    }
    if (key.revokedAt !== undefined) {
      meters.delete(key.id)
      audit?.note({ kind: 'key_wrong', subject: `${key.prefix} was revoked` })
      throw new HttpError(
        'unauthorized',
        `The API key ${key.prefix}… was revoked on ${key.revokedAt.slice(0, 10)}. Make a new one in Settings.`,
      )
    }
    nameCaller({ actor: `key ${key.prefix}` })
    const meter = meterOf(key)
    meter.countRequest(kind, key.limits)
    if (kind === 'work') refuseOverspent(key, clock())
    c.set('apiClient', {
      keyId: key.id,
      openStream: () => meter.openStream(key.limits),
      spend: async (usd) => {
        if (Number.isFinite(usd) && usd > 0) await issued.addSpend(key.id, usd)
      },
    })
    return next()
  }
}

const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest()

function shownKey(authorization: string | undefined, apiKey: string | undefined) {
  const [, key] = /^(?:bearer|key)\s+(\S+)\s*$/i.exec(authorization ?? '') ?? []
  return key ?? (apiKey?.trim() || undefined)
}

/** What answers that are being written will cost is not known yet: a month can end a little above its limit. */
function refuseOverspent({ limits: { monthlySpendUsd }, spentUsd }: ApiKey, nowMs: number): void {
  if (monthlySpendUsd === undefined || spentUsd < monthlySpendUsd) return
  const now = new Date(nowMs)
  const nextMonthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  throw new HttpError(
    'over_quota',
    `This key may spend $${monthlySpendUsd} a month and has done so. It works again on ${new Date(nextMonthMs).toISOString().slice(0, 10)}, or with a higher limit in Settings.`,
    { retryAfterSeconds: Math.ceil((nextMonthMs - nowMs) / 1000) },
  )
}
