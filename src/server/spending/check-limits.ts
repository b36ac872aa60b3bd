import { measures, type Amounts, type Measure, type SpendingLimit } from '#contract/spending.ts'
import { HttpError } from '../errors/http-error.ts'
import type { Holds } from './call-costs.ts'
import type { LimitUse } from './purchase-rows.ts'

/** Returns the time at which a limit's next period starts, in milliseconds. */
export function resetMs({ period }: Pick<SpendingLimit, 'period'>, nowMs: number): number {
  const now = new Date(nowMs)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return period === 'day' ? Date.UTC(year, month, now.getUTCDate() + 1) : Date.UTC(year, month + 1)
}

type Wanted = {
  amounts: Amounts
  holds?: Holds
  nowMs: number
}

/**
 * While other calls run, a call with an estimated cost is allowed only if the limit has room for
 * this many calls of the same cost, because the actual cost may be higher.
 */
export const roomForCalls = 4

/**
 * Enforces limits so that they are exceeded by one answer at most. Exact amounts must fit beside
 * all running calls, except one estimate. An estimate must fit at its highest price or be the only
 * call.
 * @param used current usage of each limit.
 * @throws {HttpError} `over_quota`, or `rate_limited` while running calls may use up the rest.
 */
export function refuseBeyond(
  limits: readonly SpendingLimit[],
  used: readonly LimitUse[],
  { amounts, holds, nowMs }: Wanted,
): void {
  for (const [index, limit] of limits.entries()) {
    const wanted = amounts[limit.measure]
    const now = used[index]
    if (!now || wanted <= 0) continue
    const max = limit.amount * roundingSlack
    const held = holds && limit.measure !== 'models' ? holds[limit.measure] : undefined
    if (held === undefined) {
      if (now.used + now.held - now.heldMax + wanted <= max) continue
      if (now.held > 0 && now.used + wanted <= max) throw underWay(limit)
    } else {
      const fits = now.used + now.held + roomForCalls * held <= max
      const isAlone = now.heldMax === 0 && now.used + now.held < limit.amount
      if (fits || isAlone) continue
      if (now.used < limit.amount) throw underWay(limit)
    }
    throw overLimit(limit, { left: limit.amount - now.used, wanted, nowMs })
  }
}

/** Tolerance for floating-point sums: ten times 0.1 is slightly less than 1. */
const roundingSlack = 1 + 1e-9

const underWay = (limit: SpendingLimit) =>
  new HttpError(
    'rate_limited',
    `The rest of ${getName(limit)} is reserved for what is still running. Try again when that is done.`,
    { retryAfterSeconds: 5 },
  )

function overLimit(
  limit: SpendingLimit,
  { left, wanted, nowMs }: { left: number; wanted: number; nowMs: number },
): HttpError {
  const next = resetMs(limit, nowMs)
  const day = new Date(next).toISOString().slice(0, 10)
  const said =
    left > 0 && limit.measure !== 'tokens'
      ? `This takes ${formatAmount(limit.measure, wanted)}, and only ${formatAmount(limit.measure, left)} of ${getName(limit)} is left.`
      : `You have reached ${getName(limit)}.`
  return new HttpError(
    'over_quota',
    `${said} It starts again on ${day} (UTC). An admin can raise it in Settings › Limits and usage.`,
    { retryAfterSeconds: Math.ceil((next - nowMs) / 1000) },
  )
}

const getName = ({ scope, measure, period, amount }: SpendingLimit): string =>
  `${owners[scope]} limit of ${formatAmount(measure, amount)} a ${period}`

const owners: Record<SpendingLimit['scope'], string> = {
  server: 'this server’s',
  everyone: 'your',
  person: 'your',
  team: 'your team’s',
  key: 'this key’s',
  model: 'this model’s',
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Formats an amount: `$1.50`, `20,000 tokens`, `3 3D models`, `1.5 GB`. */
export function formatAmount(measure: Measure, amount: number): string {
  if (measure === 'usd') return `$${money.format(amount)}`
  if (measure === 'tokens') return `${number.format(amount)} tokens`
  if (measure === 'models')
    return amount === 1 ? '1 3D model' : `${number.format(amount)} 3D models`
  const [size, unit] =
    amount >= 1e9
      ? [amount / 1e9, 'GB']
      : amount >= 1e6
        ? [amount / 1e6, 'MB']
        : [amount / 1e3, 'KB']
  return `${number.format(size)} ${unit}`
}

export const hasLimitOn = (limits: readonly SpendingLimit[], ...some: Measure[]): boolean =>
  limits.some(({ measure }) => some.includes(measure))

export const selectConcerned = (
  limits: readonly SpendingLimit[],
  amounts: Amounts,
): SpendingLimit[] => {
  const wanted = measures.filter((measure) => amounts[measure] > 0)
  return limits.filter(({ measure }) => wanted.includes(measure))
}
