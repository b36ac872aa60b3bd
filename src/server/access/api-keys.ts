import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { HttpError } from '../errors.ts'

/** What one key may do; the same for every key. */
export type KeyLimits = {
  requestsPerMinute: number
  /** Answers being written at once, streamed or not. */
  streams: number
}

const defaultLimits: KeyLimits = { requestsPerMinute: 60, streams: 8 }
const minuteMs = 60_000

/** Who is calling, behind `createKeyCheck`. */
type ApiClient = {
  /**
   * Takes one of the key's streams.
   *
   * @returns gives it back; calling it twice does no harm.
   * @throws {HttpError} `rate_limited` when all are taken.
   */
  openStream: () => () => void
}

export type ApiClientEnv = { Variables: { apiClient: ApiClient; requestId?: string } }

/**
 * A middleware that lets pass only who shows one of `keys`, as `Authorization: Bearer …`,
 * `Authorization: Key …` or `x-api-key: …`, and keeps within the limits. Behind it,
 * `c.get('apiClient')` is the caller. Use one for all routes, so that they share the limits.
 *
 * It throws {HttpError} `unauthorized` or `rate_limited`; each dialect gives them its own shape. A
 * missing key and a wrong one are both 401: clients treat 401 and 403 alike.
 *
 * @param clock milliseconds, for tests.
 */
export function createKeyCheck(
  keys: readonly string[],
  { limits, clock = Date.now }: { limits?: Partial<KeyLimits>; clock?: () => number } = {},
): MiddlewareHandler<ApiClientEnv> {
  const entries = keys.map((key) => ({
    digest: digestOf(key),
    meter: createMeter({ ...defaultLimits, ...limits }, clock),
  }))

  return async (c, next) => {
    if (entries.length === 0) {
      throw new HttpError(
        'unauthorized',
        'This server has no API keys yet. Set BOZZETTO_API_KEYS, for example BOZZETTO_API_KEYS=sa-choose-a-long-key, and start it again.',
      )
    }
    const shown = shownKey(c.req.header('authorization'), c.req.header('x-api-key'))
    if (shown === undefined) {
      throw new HttpError(
        'unauthorized',
        'The API key is missing. Send it as “Authorization: Bearer <key>”.',
      )
    }
    const digest = digestOf(shown)
    // All are compared, so that the time does not tell which one was near.
    const [entry] = entries.filter((candidate) => timingSafeEqual(candidate.digest, digest))
    if (!entry) throw new HttpError('unauthorized', 'The API key is not one of this server’s.')
    entry.meter.countRequest()
    c.set('apiClient', { openStream: () => entry.meter.openStream() })
    await next()
  }
}

const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest()

function shownKey(authorization: string | undefined, apiKey: string | undefined) {
  const [, key] = /^(?:bearer|key)\s+(\S+)\s*$/i.exec(authorization ?? '') ?? []
  return key ?? (apiKey?.trim() || undefined)
}

function createMeter({ requestsPerMinute, streams }: KeyLimits, clock: () => number) {
  /** When each request of the last minute came, oldest first; never longer than the limit. */
  const requestsAt: number[] = []
  let openStreams = 0

  return {
    countRequest() {
      const now = clock()
      while (requestsAt[0] !== undefined && requestsAt[0] <= now - minuteMs) requestsAt.shift()
      const [oldest] = requestsAt
      if (oldest !== undefined && requestsAt.length >= requestsPerMinute) {
        const retryAfterSeconds = Math.max(1, Math.ceil((oldest + minuteMs - now) / 1000))
        throw new HttpError(
          'rate_limited',
          `This key may send ${requestsPerMinute} requests a minute. Try again in ${retryAfterSeconds} s.`,
          { retryAfterSeconds },
        )
      }
      requestsAt.push(now)
    },

    openStream() {
      if (openStreams >= streams) {
        throw new HttpError(
          'rate_limited',
          `This key may have ${streams} answers written at once. Wait for one to end.`,
          { retryAfterSeconds: 2 },
        )
      }
      openStreams++
      let isOpen = true
      return () => {
        if (isOpen) openStreams--
        isOpen = false
      }
    },
  }
}
