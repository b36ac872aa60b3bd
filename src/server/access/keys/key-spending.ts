import type { ApiKey } from '#contract/access/keys.ts'
import { HttpError } from '../../errors/http-error.ts'
import { createReservationLine } from '../../spending/reservation-line.ts'
import type { KeyHold } from './key-budgets.ts'
import type { KeyService } from './key-service.ts'

/** Says what a call has cost, in US dollars. It never throws, and only the first time counts. */
export type Settle = (usd: number) => Promise<void>

export type KeyOrder = {
  usd: number
  /** Marks `usd` as an estimate. Absent: `usd` is exact. */
  modelId?: string | undefined
  /** Fires when the client has hung up. */
  signal?: AbortSignal | undefined
}

/**
 * Sets money aside for a call of a key that has a limit; of another it only counts the cost. Where running calls may
 * use up the rest it waits for them, up to 15 s.
 *
 * @throws {HttpError} `over_quota`, or `rate_limited` while calls under way may use up the rest.
 */
export type ReserveForKey = (key: ApiKey, order: KeyOrder) => Promise<Settle>

export function createReserveForKey(
  keys: Pick<KeyService, 'reserve' | 'settle' | 'add'>,
  { clock, waitMs }: { clock: () => number; waitMs?: number | undefined },
): ReserveForKey {
  const line = createReservationLine(waitMs)

  async function hold(key: ApiKey, { usd, modelId }: KeyOrder): Promise<KeyHold> {
    const outcome = await keys.reserve(key.id, { usd, modelId })
    if (outcome === 'spent') throw overspent(key, clock())
    if (outcome === 'under way') throw underWay()
    return outcome
  }

  return async (key, order) => {
    const isLimited = key.limits.monthlySpendUsd !== undefined && order.usd > 0
    const held = isLimited
      ? await line.enter(key.id, () => hold(key, order), order.signal)
      : undefined
    let isSettled = false
    return async (cost) => {
      if (isSettled) return
      isSettled = true
      const paid = Number.isFinite(cost) && cost > 0 ? cost : 0
      if (paid === 0 && !held) return
      try {
        if (held) await keys.settle(held, paid)
        else await keys.add(key.id, paid)
      } catch (error) {
        // The call has been made; it must not fail for this. The reservation stays.
        console.error('The cost of a request could not be recorded.', error)
      } finally {
        line.wake()
      }
    }
  }
}

const underWay = () =>
  new HttpError(
    'rate_limited',
    'The rest of this key’s monthly limit is reserved for requests that are still running. Try again when they are done.',
    { retryAfterSeconds: 2 },
  )

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
