import type { Amounts } from '#contract/spending.ts'
import { asServer } from '../store/owner-scope.ts'
import type { Database } from '../store/store.ts'
import { addAmounts, formatUtcDay, isNothing, type Use } from './amounts.ts'
import { noteCosts, type CallCost } from './call-costs.ts'
import { addUsage } from './purchase-rows.ts'

/**
 * Interval between two writes, in milliseconds. One write per request would take longer than all
 * other work of the server for that request.
 */
const flushMs = 1_000
/** Maximum number of sums in memory. Further sums are written at once. */
const pendingMax = 1_000

/**
 * Adds up usage that no spending limit counts, and writes the sums to the database every second.
 */
export function createPendingSums(
  db: Database,
  { clock, onFailure }: { clock: () => number; onFailure: (error: unknown) => void },
) {
  let pending = new Map<string, Use & Amounts>()
  let costs = new Map<string, CallCost>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (pending.size === 0) return
    // Rows are sorted, so that two servers lock rows in the same order and cannot deadlock.
    const uses = [...pending].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use)
    const noted = [...costs.values()]
    pending = new Map()
    costs = new Map()
    const nowMs = clock()
    try {
      await asServer(() => addUsage(db, uses, formatUtcDay(nowMs)))
      await noteCosts(db, noted, nowMs)
    } catch (error) {
      onFailure(error)
    }
  }
  const flush = (): Promise<void> => (writing = writing.then(write))

  return {
    add(use: Use, amounts: Amounts): void {
      if (isNothing(amounts)) return
      const key = JSON.stringify([use.ownerId, use.keyId, use.modelId])
      const before = pending.get(key)
      pending.set(key, { ...use, ...(before ? addAmounts(before, amounts) : amounts) })
      if (use.modelId !== '') costs.set(use.modelId, maxCost(costs.get(use.modelId), use, amounts))
      if (pending.size >= pendingMax) void flush()
      else if (!timer) {
        timer = setTimeout(() => void flush(), flushMs)
        timer.unref()
      }
    },
    flush,
    close: flush,
  }
}

function maxCost(before: CallCost | undefined, { modelId }: Use, one: Amounts): CallCost {
  return {
    modelId,
    calls: (before?.calls ?? 0) + 1,
    usd: Math.max(before?.usd ?? 0, one.usd),
    tokens: Math.max(before?.tokens ?? 0, one.tokens),
    bytes: Math.max(before?.bytes ?? 0, one.bytes),
  }
}
