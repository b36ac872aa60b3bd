import type { Context, MiddlewareHandler, Next } from 'hono'
import { createMiddleware } from 'hono/factory'
import {
  defaultKeyLimits,
  keyScopes,
  type ApiKey,
  type KeyLimits,
  type KeyScope,
} from '#contract/access/keys.ts'
import type { Audit } from '../../audit/audit.ts'
import { trustConnection } from '../../http/connection.ts'
import { HttpError } from '../../errors/http-error.ts'
import { nameCaller } from '../../observability/request-context.ts'
import type { Spending } from '../../spending/spending.ts'
import { asOwner, firstOwnerId } from '../../store/owner-scope.ts'
import { createEnvironmentKeys } from './environment-keys.ts'
import type { IssuedKey, KeyService } from './key-service.ts'
import { createReserveForKey, overspent, type KeyOrder, type Settle } from './key-spending.ts'
import type { UsedKey } from './shared-meters.ts'
import { createUsedKeys, isReading, type ConnectMeters } from './used-keys.ts'
import { Revocation, untilRevoked } from './until-revoked.ts'

export type ApiClient = {
  /** Id of the key. Absent for a key from the environment. */
  keyId?: string
  /** Name of the key in signed URLs. A URL becomes invalid together with its key. */
  issuer: string
  scopes: readonly KeyScope[]
  isMetered: boolean
  /** `signal` aborts pending work when the key is revoked. */
  revocation: Pick<Revocation, 'signal'>
  /**
   * Opens one of the concurrent streams that the key allows.
   * @returns a function that releases the stream.
   * @throws {HttpError} `rate_limited` if all streams of the key are open.
   */
  openStream: () => Promise<() => void>
  /**
   * Reserves money before a call.
   * @param order.modelId marks `usd` as an estimate.
   * @returns a function that records the final cost and never throws.
   * @throws {HttpError} `over_quota`, or `rate_limited` while running calls may use up the rest.
   */
  reserve: (usd: number, order?: Omit<KeyOrder, 'usd'>) => Promise<Settle>
  spending: Sales
}

export type ApiClientEnv = { Variables: { apiClient: ApiClient; requestId?: string } }

type Sales = Pick<Spending, 'applying' | 'reserve'>

type IssuedKeys = Pick<KeyService, 'recognise' | 'reserve' | 'settle' | 'add'>

type KeyCheckOptions = {
  limits?: Partial<KeyLimits>
  issued?: IssuedKeys
  secret?: string
  audit?: Audit
  spending?: Sales
  countWrong?: (c: Context) => void
  isActive?: (ownerId: string) => boolean
  connectMeters?: ConnectMeters
  clock?: () => number
  /** Maximum wait for running calls to release money, in milliseconds. Only tests set it. */
  waitMs?: number
}

/**
 * Creates a middleware that requires one of `keys` or an issued key, enforces the limits of the key
 * and sets `apiClient`. GET requests are allowed even if the month's money is spent. The middleware
 * throws {HttpError} `unauthorized`, `rate_limited` or `over_quota`. Missing and wrong keys both
 * return 401, because clients treat 401 and 403 alike.
 */
export function createKeyCheck(
  keys: readonly string[],
  options: KeyCheckOptions = {},
): MiddlewareHandler<ApiClientEnv> {
  const { issued, audit, countWrong, secret = '', clock = Date.now } = options
  const { spending = uncounted, isActive = () => true } = options
  const reserve = issued && createReserveForKey(issued, { clock, waitMs: options.waitMs })
  const environment = createEnvironmentKeys(keys, { secret, clock })
  const used = createUsedKeys({ audit, connectMeters: options.connectMeters, clock })

  function inUse(key: IssuedKey | undefined, c: Context): IssuedKey {
    if (!key || !isActive(key.ownerId)) {
      // Wrong keys are counted only after the lookup, because wrong keys of others must not block a
      // right key.
      countWrong?.(c)
      audit?.note({ kind: 'key_wrong' })
      throw keyUnknown()
    }
    if (key.revokedAt !== undefined) used.forget(key.id)
    const ended = getEnd(key, clock())
    if (ended !== undefined) {
      audit?.note({ kind: 'key_wrong', subject: `${key.prefix} ${ended.verb}` })
      throw keyEnded(key, ended)
    }
    return key
  }

  return (c, next) => {
    const shown = shownKey(c.req.header('authorization'), c.req.header('x-api-key'))
    if (shown === undefined) throw keyMissing()
    const ownKey = environment.find(shown)
    if (ownKey) {
      nameCaller({ actor: 'key from the environment' })
      const limits = { ...defaultKeyLimits, ...options.limits }
      const usedKey = used.note(ownKey.issuer, limits, ownKey.meter)
      return used.count(c, usedKey, () => {
        trustConnection(c)
        const openStream = used.openStreamOf(usedKey)
        c.set('apiClient', { ...unmeteredClient, issuer: ownKey.issuer, spending, openStream })
        return asOwner(firstOwnerId, next)
      })
    }
    const recognised = issued?.recognise(shown)
    const letIn = (found: IssuedKey | undefined) => answerIssued(c, next, found)
    // This function is not `async`, because each microtask delays the response.
    return recognised instanceof Promise ? recognised.then(letIn) : letIn(recognised)
  }

  function answerIssued(
    c: Context<ApiClientEnv>,
    next: Next,
    found: IssuedKey | undefined,
  ): Promise<void> {
    const key = inUse(found, c)
    nameCaller({ actor: `key ${key.prefix}`, keyId: key.id })
    trustConnection(c)
    const usedKey = used.note(key.id, key.limits)
    return used.count(c, usedKey, () => answerCounted(c, next, { usedKey, key }))
  }

  function answerCounted(
    c: Context<ApiClientEnv>,
    next: Next,
    { usedKey, key }: { usedKey: UsedKey; key: IssuedKey },
  ): Promise<void> {
    const { monthlySpendUsd } = key.limits
    if (!isReading(c) && monthlySpendUsd !== undefined && key.spentUsd >= monthlySpendUsd) {
      throw overspent(key, clock())
    }
    const revocation = new Revocation()
    c.set('apiClient', {
      keyId: key.id,
      issuer: key.id,
      scopes: key.scopes,
      isMetered: monthlySpendUsd !== undefined,
      revocation,
      openStream: used.openStreamOf(usedKey),
      reserve: (usd, order) => reserve?.(key, { usd, ...order }) ?? unmeteredClient.reserve(usd),
      spending,
    })
    return notingRefusal(
      c,
      audit,
      asOwner(key.ownerId, () => untilRevoked(c, revocation, next)),
    )
  }
}

type End = { verb: string; at: string }

function getEnd({ revokedAt, expiresAt }: ApiKey, nowMs: number): End | undefined {
  if (revokedAt !== undefined) return { verb: 'was revoked', at: revokedAt }
  if (expiresAt === undefined || Date.parse(expiresAt) > nowMs) return undefined
  return { verb: 'expired', at: expiresAt }
}

const keyMissing = () =>
  new HttpError('unauthorized', 'The API key is missing. Send it as “Authorization: Bearer <key>”.')

const keyUnknown = () =>
  new HttpError(
    'unauthorized',
    'This API key is not valid. Create one in Settings, or set BOZZETTO_API_KEYS.',
  )

const keyEnded = ({ prefix }: ApiKey, { verb, at }: End) =>
  new HttpError(
    'unauthorized',
    `The API key ${prefix}… ${verb} on ${at.slice(0, 10)}. Create a new one in Settings.`,
  )

const uncounted: Sales = {
  applying: () => Promise.resolve([]),
  reserve: () => Promise.resolve(() => Promise.resolve()),
}

/** A client with all scopes and without a spending limit, which cannot be revoked. */
export const unmeteredClient: Pick<ApiClient, 'scopes' | 'isMetered' | 'revocation' | 'reserve'> = {
  scopes: keyScopes,
  isMetered: false,
  revocation: new AbortController(),
  reserve: () => Promise.resolve(() => Promise.resolve()),
}

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

/**
 * Records a refusal in the audit log and passes the result on. The refusal is in `c.error`, where
 * Hono stores errors of later middleware.
 */
const notingRefusal = <T>(
  c: Context,
  audit: Audit | undefined,
  answering: Promise<T>,
): Promise<T> =>
  answering.then(
    (answer) => {
      noteRefusal(audit, c.error)
      return answer
    },
    (error: unknown) => {
      noteRefusal(audit, error)
      throw error
    },
  )

function noteRefusal(audit: Audit | undefined, error: unknown): void {
  if (!(error instanceof HttpError)) return
  if (error.code === 'forbidden') audit?.note({ kind: 'key_forbidden', subject: error.message })
  if (error.code === 'over_quota' || error.code === 'storage_full') {
    audit?.note({ kind: 'limit_hit', subject: error.message })
  }
}

/**
 * Returns the API key that a request contains, in any of the forms that clients use.
 * @param authorization value of the header `Authorization`.
 * @param apiKey value of the header `x-api-key`.
 */
function shownKey(
  authorization: string | undefined,
  apiKey: string | undefined,
): string | undefined {
  const [, key] = /^(?:bearer|key)\s+(\S+)\s*$/i.exec(authorization ?? '') ?? []
  return key ?? basicKey(authorization) ?? (apiKey?.trim() || undefined)
}

/** Some clients support only basic authentication: `http://name:key@host`. */
function basicKey(authorization: string | undefined): string | undefined {
  const [, encoded] = /^basic\s+([\w+/]+=*)\s*$/i.exec(authorization ?? '') ?? []
  const [, key] = /^[^:]*:([\x21-\x7e]+)$/.exec(atobOrNothing(encoded)) ?? []
  return key
}

const atobOrNothing = (encoded = ''): string => Buffer.from(encoded, 'base64').toString('latin1')
