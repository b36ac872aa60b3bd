import type { ApiKey } from '#contract/access/keys.ts'
import { HttpError } from '../../errors/http-error.ts'
import { createReservationLine } from '../../spending/reservation-line.ts'
import type { KeyHold } from './key-budgets.ts'
import type { KeyService } from './key-service.ts'

/**
 * Records the final cost of a call in US dollars. Never throws, and only the first call has an
 * effect.
 */
export type Settle = (usd: number) => Promise<void>

export type KeyOrder = {
  usd: number
  modelId?: string | undefined
  signal?: AbortSignal | undefined
}

/**
 * Reserves money for a call if its key has a limit. For other keys, only counts the cost.
 * @throws {HttpError} `over_quota`, or `rate_limited` if running calls still hold the rest after 15
 * s.
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
        // The call succeeded, so an error here must not fail it. The money stays reserved.
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

export function overspent({ limits: { monthlySpendUsd } }: ApiKey, nowMs: number): HttpError {
  const now = new Date(nowMs)
  const nextMonthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  return new HttpError(
    'over_quota',
    `This key has reached its limit of $${monthlySpendUsd} a month. It works again on ${new Date(nextMonthMs).toISOString().slice(0, 10)}, or once its limit is raised in Settings.`,
    { retryAfterSeconds: Math.ceil((nextMonthMs - nowMs) / 1000) },
  )
}
