import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import {
  defaultKeyLimits,
  keyScopes,
  type ApiKey,
  type KeyLimits,
  type KeyScope,
} from '#contract/keys.ts'
import type { Audit } from '../../audit/audit.ts'
import { connectionOf, trustConnection } from '../../http/connection.ts'
import { HttpError } from '../../errors/http-error.ts'
import { noteStream } from '../../http/open-streams.ts'
import { nameCaller } from '../../observability/request-context.ts'
import { createKeyMeter, type KeyMeter } from './key-meter.ts'
import type { KeyService } from './key-service.ts'
import { overspent, reserve, type Settle } from './key-spending.ts'

/** Who is calling, behind `createKeyCheck`. */
export type ApiClient = {
  /** Of the key in use; absent for one from the environment. */
  keyId?: string
  /** What the signed addresses that it is given hang on: they end with the key. */
  issuer: string
  scopes: readonly KeyScope[]
  /** Whether the key has a limit in money, so that every call has to be priced. */
  isMetered: boolean
  /** Fires when the key is revoked; what is under way for it ends then. */
  revoked: AbortSignal
  /**
   * Takes one of the key's streams.
   *
   * @returns gives it back; calling it twice does no harm.
   * @throws {HttpError} `rate_limited` when all are taken.
   */
  openStream: () => () => void
  /**
   * Sets money aside before a call that may cost some.
   *
   * @returns says what it cost in the end, which never throws; only the first time counts.
   * @throws {HttpError} `over_quota`, or `rate_limited` while calls under way may use up the rest.
   */
  reserve: (usd: number) => Promise<Settle>
}

export type ApiClientEnv = { Variables: { apiClient: ApiClient; requestId?: string } }

type KeyCheckOptions = {
  /** Of `keys`, where they differ from the usual ones. */
  limits?: Partial<KeyLimits>
  /** Keys made by this server; each has limits of its own. */
  issued?: Pick<KeyService, 'recognise' | 'reserve' | 'settle'>
  /** Hides the keys of the environment in the addresses that hang on them. */
  secret?: string
  audit?: Audit
  /** Called for every wrong key. @throws {HttpError} `rate_limited` when there were too many. */
  countWrong?: (c: Context) => void
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
  { limits, issued, audit, countWrong, secret = '', clock = Date.now }: KeyCheckOptions = {},
): MiddlewareHandler<ApiClientEnv> {
  const ownLimits = { ...defaultKeyLimits, ...limits }
  const entries = keys.map((key) => ({
    digest: digestOf(key),
    issuer: environmentIssuer(key, secret),
    meter: createKeyMeter(clock),
  }))
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
      nameCaller({ actor: 'key from the environment' })
      noteLimit(audit, () => entry.meter.countRequest(kind, ownLimits))
      trustConnection(c)
      const openStream = () => noteLimit(audit, () => entry.meter.openStream(ownLimits))
      c.set('apiClient', {
        issuer: entry.issuer,
        scopes: keyScopes,
        isMetered: false,
        revoked: never,
        openStream,
        reserve: () => Promise.resolve(() => Promise.resolve()),
      })
      return next()
    }
    const key = await issued?.recognise(shown)
    if (!issued || !key) {
      // Only now: wrong keys of others must not get in the way of a right one.
      countWrong?.(c)
      audit?.note({ kind: 'key_wrong' })
      throw new HttpError(
        'unauthorized',
        'This API key is not valid. Create one in Settings, or set BOZZETTO_API_KEYS.',
      )
    }
    if (key.revokedAt !== undefined) {
      meters.delete(key.id)
      audit?.note({ kind: 'key_wrong', subject: `${key.prefix} was revoked` })
      throw new HttpError(
        'unauthorized',
        `The API key ${key.prefix}… was revoked on ${key.revokedAt.slice(0, 10)}. Create a new one in Settings.`,
      )
    }
    nameCaller({ actor: `key ${key.prefix}` })
    trustConnection(c)
    const meter = meterOf(key)
    noteLimit(audit, () => meter.countRequest(kind, key.limits))
    const { monthlySpendUsd } = key.limits
    if (kind === 'work' && monthlySpendUsd !== undefined && key.spentUsd >= monthlySpendUsd) {
      throw overspent(key, clock())
    }
    const revoked = new AbortController()
    c.set('apiClient', {
      keyId: key.id,
      issuer: key.id,
      scopes: key.scopes,
      isMetered: key.limits.monthlySpendUsd !== undefined,
      revoked: revoked.signal,
      openStream: () => noteLimit(audit, () => meter.openStream(key.limits)),
      reserve: (usd) => reserve(issued, key, { usd, nowMs: clock() }),
    })
    const { outgoing } = connectionOf(c) ?? {}
    let isAnswered = false
    const forget = noteStream(c, () => {
      revoked.abort(revokedMeanwhile())
      // What is on its way out already cannot be taken back, but it can be broken off.
      if (isAnswered) outgoing?.destroy()
    })
    outgoing?.once('close', forget)
    try {
      await untilAborted(next(), revoked.signal)
    } finally {
      isAnswered = true
      noteRefusal(audit, c.error)
      if (!outgoing) forget()
    }
  }
}

/** Lets pass only keys that may be used for this. */
export const requireScope = (scope: KeyScope): MiddlewareHandler<ApiClientEnv> =>
  createMiddleware<ApiClientEnv>((c, next) => {
    if (!c.get('apiClient').scopes.includes(scope)) {
      throw new HttpError(
        'forbidden',
        `This key is not allowed to do this (${scope}). Change its access in Settings.`,
      )
    }
    return next()
  })

/** What the addresses given to a key of the environment hang on. It tells nothing about the key. */
export const environmentIssuer = (key: string, secret: string): string =>
  `env${createHmac('sha256', secret).update(`key\n${key}`).digest('hex').slice(0, 20)}`

/** Notes that a key has come to its requests a minute or its streams. */
function noteLimit<T>(audit: Audit | undefined, count: () => T): T {
  try {
    return count()
  } catch (error) {
    // Without the seconds left, which would make each refusal an event of its own.
    const [words] = error instanceof Error ? error.message.split('. ') : []
    audit?.note({ kind: 'limit_hit', subject: words ?? '' })
    throw error
  }
}

/** What a key was refused by its own limits in money and space, and by its scopes. */
function noteRefusal(audit: Audit | undefined, error: Error | undefined): void {
  if (!(error instanceof HttpError)) return
  if (error.code === 'forbidden') audit?.note({ kind: 'key_forbidden', subject: error.message })
  if (error.code === 'over_quota' || error.code === 'storage_full') {
    audit?.note({ kind: 'limit_hit', subject: error.message })
  }
}

const never = new AbortController().signal

const revokedMeanwhile = () =>
  new HttpError('unauthorized', 'Access was revoked while this request was running.')

/** As `work`, but over as soon as the signal fires. What `work` does then is nobody's business. */
function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject)
  })
}

const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest()

function shownKey(authorization: string | undefined, apiKey: string | undefined) {
  const [, key] = /^(?:bearer|key)\s+(\S+)\s*$/i.exec(authorization ?? '') ?? []
  return key ?? basicKey(authorization) ?? (apiKey?.trim() || undefined)
}

/** Of clients that only know `http://name:key@host`. */
function basicKey(authorization: string | undefined): string | undefined {
  const [, encoded] = /^basic\s+([\w+/]+=*)\s*$/i.exec(authorization ?? '') ?? []
  const [, key] = /^[^:]*:([\x21-\x7e]+)$/.exec(atobOrNothing(encoded)) ?? []
  return key
}

const atobOrNothing = (encoded = ''): string => Buffer.from(encoded, 'base64').toString('latin1')
