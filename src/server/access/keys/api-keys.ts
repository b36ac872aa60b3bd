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
import { createUsedKeys, isReading, type ShareKeys } from './used-keys.ts'
import { shownKey } from './shown-key.ts'
import { Revocation, untilRevoked } from './until-revoked.ts'

/** Who is calling, behind `createKeyCheck`. */
export type ApiClient = {
  /** Of the key in use; absent for one from the environment. */
  keyId?: string
  /** What the signed addresses that it is given hang on: they end with the key. */
  issuer: string
  scopes: readonly KeyScope[]
  /** Whether the key has a limit in money, so that every call has to be priced. */
  isMetered: boolean
  /** Its signal fires when the key is revoked; what is under way for it ends then. */
  revocation: Pick<Revocation, 'signal'>
  /**
   * Takes one of the key's streams.
   *
   * @returns gives it back; calling it twice does no harm.
   * @throws {HttpError} `rate_limited` when all are taken.
   */
  openStream: () => Promise<() => void>
  /**
   * Sets money aside before a call that may cost some.
   *
   * @param order.modelId of an estimate; without it `usd` is exact.
   * @returns says what it cost in the end, which never throws; only the first time counts.
   * @throws {HttpError} `over_quota`, or `rate_limited` while calls under way may use up the rest.
   */
  reserve: (usd: number, order?: Omit<KeyOrder, 'usd'>) => Promise<Settle>
  /** What the server counts of everybody's use, with the limits that admins have set. */
  spending: Sales
}

export type ApiClientEnv = { Variables: { apiClient: ApiClient; requestId?: string } }

/** What calls of keys are counted by. */
type Sales = Pick<Spending, 'applying' | 'reserve'>

type IssuedKeys = Pick<KeyService, 'recognise' | 'reserve' | 'settle' | 'add'>

type KeyCheckOptions = {
  /** Of `keys`, where they differ from the usual ones. */
  limits?: Partial<KeyLimits>
  /** Keys made by this server; each has limits of its own. */
  issued?: IssuedKeys
  /** Hides the keys of the environment in the addresses that hang on them. */
  secret?: string
  audit?: Audit
  /** Without it nothing is counted beyond the keys. */
  spending?: Sales
  /** Called for every wrong key. @throws {HttpError} `rate_limited` when there were too many. */
  countWrong?: (c: Context) => void
  /** Whether the key's owner may come in. */
  isActive?: (ownerId: string) => boolean
  /** Has other servers know what is counted here. */
  share?: ShareKeys
  /** Milliseconds, for tests. */
  clock?: () => number
  /** The longest wait for running calls to leave some of a key's money, for tests. */
  waitMs?: number
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
  options: KeyCheckOptions = {},
): MiddlewareHandler<ApiClientEnv> {
  const { issued, audit, countWrong, secret = '', clock = Date.now } = options
  const { spending = uncounted, isActive = () => true } = options
  const ownLimits = { ...defaultKeyLimits, ...options.limits }
  const reserve = issued && createReserveForKey(issued, { clock, waitMs: options.waitMs })
  const environment = createEnvironmentKeys(keys, { secret, clock })
  const used = createUsedKeys({ audit, share: options.share, clock })

  /** @throws {HttpError} `unauthorized` unless it is one that was issued and not revoked. */
  function inUse(key: IssuedKey | undefined, c: Context): IssuedKey {
    if (!key || !isActive(key.ownerId)) {
      // Only now: wrong keys of others must not get in the way of a right one.
      countWrong?.(c)
      audit?.note({ kind: 'key_wrong' })
      throw keyUnknown()
    }
    if (key.revokedAt !== undefined) used.forget(key.id)
    const ended = endOf(key, clock())
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
      const usedKey = used.note(ownKey.issuer, ownLimits, ownKey.meter)
      return used.count(c, usedKey, () => {
        trustConnection(c)
        const openStream = used.openStreamOf(usedKey)
        c.set('apiClient', { ...unmetered, issuer: ownKey.issuer, spending, openStream })
        return asOwner(firstOwnerId, next)
      })
    }
    const recognised = issued?.recognise(shown)
    const letIn = (found: IssuedKey | undefined) => answerIssued(c, next, found)
    // Not `async`: each turn of it is time before an answer.
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
      reserve: (usd, order) => reserve?.(key, { usd, ...order }) ?? unmetered.reserve(usd),
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

/** When a key ceased to work, and how. */
function endOf({ revokedAt, expiresAt }: ApiKey, nowMs: number): End | undefined {
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

/** What a key of the environment may do: everything, at no cost of its own, until the server ends. */
const unmetered: Pick<ApiClient, 'scopes' | 'isMetered' | 'revocation' | 'reserve'> = {
  scopes: keyScopes,
  isMetered: false,
  revocation: new AbortController(),
  reserve: () => Promise.resolve(() => Promise.resolve()),
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

/** Hands an answer on. Hono keeps what was thrown behind it, unless all of that is one part with the key's check. */
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

/** What a key was refused by its own limits in money and space, and by its scopes. */
function noteRefusal(audit: Audit | undefined, error: unknown): void {
  if (!(error instanceof HttpError)) return
  if (error.code === 'forbidden') audit?.note({ kind: 'key_forbidden', subject: error.message })
  if (error.code === 'over_quota' || error.code === 'storage_full') {
    audit?.note({ kind: 'limit_hit', subject: error.message })
  }
}
