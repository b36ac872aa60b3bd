import type { ApiKey } from '#contract/access/keys.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { KeyService } from './key-service.ts'

/** Says what a call has cost, in US dollars. It never throws, and only the first time counts. */
export type Settle = (usd: number) => Promise<void>

/**
 * Sets money aside for a call of a key that has a limit; of another it only counts the cost.
 *
 * @throws {HttpError} `over_quota`, or `rate_limited` while calls under way may use up the rest.
 */
export async function reserve(
  keys: Pick<KeyService, 'reserve' | 'settle'>,
  key: ApiKey,
  { usd, nowMs }: { usd: number; nowMs: number },
): Promise<Settle> {
  const reservedUsd = key.limits.monthlySpendUsd === undefined ? 0 : Math.max(0, usd)
  if (reservedUsd > 0) {
    const outcome = await keys.reserve(key.id, reservedUsd)
    if (outcome === 'spent') throw overspent(key, nowMs)
    if (outcome === 'under way') {
      throw new HttpError(
        'rate_limited',
        'The rest of this key’s monthly limit is reserved for requests that are still running. Try again when they are done.',
        { retryAfterSeconds: 2 },
      )
    }
  }
  let isSettled = false
  return async (cost) => {
    if (isSettled) return
    isSettled = true
    const paid = Number.isFinite(cost) && cost > 0 ? cost : 0
    if (paid === 0 && reservedUsd === 0) return
    try {
      await keys.settle(key.id, { reservedUsd, usd: paid })
    } catch (error) {
      // The call has been made; it must not fail for this. What was set aside stays so.
      console.error('The cost of a request could not be recorded.', error)
    }
  }
}

/** The answer to a key whose month is spent. */
export function overspent({ limits: { monthlySpendUsd } }: ApiKey, nowMs: number): HttpError {
  const now = new Date(nowMs)
  const nextMonthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  return new HttpError(
    'over_quota',
    `This key has reached its limit of $${monthlySpendUsd} a month. It works again on ${new Date(nextMonthMs).toISOString().slice(0, 10)}, or once its limit is raised in Settings.`,
    { retryAfterSeconds: Math.ceil((nextMonthMs - nowMs) / 1000) },
  )
}
