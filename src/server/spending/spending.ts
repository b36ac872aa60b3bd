import type { Amounts, LimitState, SpendingLimit } from '#contract/spending.ts'
import { newId } from '#lib/id.ts'
import type { Audit } from '../audit/audit.ts'
import { HttpError } from '../errors/http-error.ts'
import { log } from '../observability/log.ts'
import { currentRequest } from '../observability/request-context.ts'
import { currentActorId, firstOwnerId } from '../store/owner-scope.ts'
import type { Database, Store } from '../store/store.ts'
import { formatUtcDay, isNothing, type Use } from './amounts.ts'
import { deleteOldCosts, noHolds, readHolds, type Holds } from './call-costs.ts'
import { selectConcerned, refuseBeyond, resetMs } from './check-limits.ts'
import { createLimits, type Limits } from './limits.ts'
import { createPendingSums } from './pending-sums.ts'
import {
  addUsage,
  heldColumns,
  insertPurchase,
  listAbandonedPurchases,
  lockPurchases,
  readUsed,
  settlePurchase,
  type ModelsOfId,
} from './purchase-rows.ts'
import { createReservationLine } from './reservation-line.ts'
import { createTaskPurchases, type TaskPurchases } from './task-purchases.ts'

export type PurchaseOrder = {
  modelId?: string
  amounts: Amounts
  isEstimate?: boolean
  signal?: AbortSignal
}

/** Reports the actual cost of a purchase. Never throws. Only the first call counts. */
export type SettlePurchase = (amounts: Amounts) => Promise<void>

/** Counts usage and enforces limits. Usage belongs to the current person. */
export type Spending = {
  limits: Limits
  tasks: TaskPurchases
  applying: (modelId?: string) => SpendingLimit[] | Promise<SpendingLimit[]>
  /**
   * Reserves the amounts of a purchase in the spending limits. If running calls may use up a limit,
   * a purchase with estimated amounts waits up to 15 s.
   * @throws {HttpError} `over_quota` if a limit is used up. `rate_limited` if running calls may use
   * up a limit.
   * @throws the reason of the signal if the signal is aborted.
   */
  reserve: (order: PurchaseOrder) => Promise<SettlePurchase>
  /**
   * Checks and counts an exact amount at once.
   * @throws the errors of `reserve`.
   */
  spend: (order: PurchaseOrder) => Promise<void>
  states: (limits: readonly SpendingLimit[]) => Promise<LimitState[]>
  /** Counts abandoned reservations of ended processes as spent. */
  settleLeft: () => Promise<void>
  flush: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Age in milliseconds from which an unsettled reservation counts as spent. No answer takes longer
 * than half an hour.
 */
const leftAfterMs = 60 * 60_000
const lookForLeftMs = 10 * 60_000

type SpendingOptions = {
  audit?: Pick<Audit, 'note'>
  teamsOf?: (userId: string) => readonly string[]
  /** Returns the models that a limit counts. Default: a limit on a model counts that model only. */
  modelsOf?: ModelsOfId
  clock?: () => number
  waitMs?: number
}

export function createSpending(
  store: Store,
  {
    audit,
    teamsOf = () => [],
    modelsOf = (modelId) => [modelId],
    clock = Date.now,
    waitMs,
  }: SpendingOptions = {},
): Spending {
  const limits = createLimits(store, { clock, teamsOf, modelsOf })
  const sums = createPendingSums(store.db, { clock, onFailure: tellFailure })
  const line = createReservationLine(waitMs)
  const settleLeft = () => settleAllLeft(store, clock).catch(tellFailure)
  const looking = setInterval(() => void settleLeft(), lookForLeftMs)
  looking.unref()

  const reserveWithin = createReserveWithin({ audit, clock, modelsOf })
  const addLater = (use: Use): SettlePurchase =>
    once((cost) => Promise.resolve(sums.add(use, cost)))

  async function reserveSome(order: PurchaseOrder, use: Use): Promise<SettlePurchase> {
    const { amounts } = order
    const counting = selectConcerned(await limits.for(use), amounts)
    if (counting.length === 0) return addLater(use)
    const attempt = async (): Promise<string> => {
      const id = newId()
      await sums.flush()
      await store.transaction(async ({ db }) => {
        const holds = await reserveWithin(db, use, { ...order, limits: counting })
        const createdAt = new Date(clock())
        const row = { id, ...use, ...amounts, ...heldColumns(holds), replicaId: store.replica.id }
        await insertPurchase(db, { ...row, createdAt })
      })
      return id
    }
    const who = `${use.ownerId} ${use.keyId}`
    const id = order.isEstimate ? await line.enter(who, attempt, order.signal) : await attempt()
    return once(async (cost) => {
      try {
        await store.transaction(({ db }) =>
          settlePurchase(db, id, { costOf: () => cost, nowMs: clock() }),
        )
      } finally {
        line.wake()
      }
    })
  }

  async function spend(order: PurchaseOrder): Promise<void> {
    const use = usedBy(order.modelId ?? '')
    const counting = selectConcerned(await limits.for(use), order.amounts)
    if (counting.length === 0) return sums.add(use, order.amounts)
    await sums.flush()
    await store.transaction(async ({ db }) => {
      await reserveWithin(db, use, { ...order, limits: counting })
      await addUsage(db, [{ ...use, ...order.amounts }], formatUtcDay(clock()))
    })
  }

  return {
    limits,
    tasks: createTaskPurchases(store, { limits, reserveWithin, flush: sums.flush, clock }),
    applying: (modelId = '') => limits.for(usedBy(modelId)),

    reserve: (order) => {
      const use = usedBy(order.modelId ?? '')
      // Synchronous, because every answer calls this function and usually no limit applies.
      return isNothing(order.amounts) ? Promise.resolve(addLater(use)) : reserveSome(order, use)
    },
    spend,

    states: async (some) => {
      await sums.flush()
      return readStates(store.db, some, { nowMs: clock(), modelsOf })
    },

    settleLeft,
    flush: sums.flush,
    async close() {
      clearInterval(looking)
      await sums.close()
    },
  }
}

type ReserveOptions = {
  audit: SpendingOptions['audit'] | undefined
  clock: () => number
  modelsOf: ModelsOfId
}

const createReserveWithin =
  ({ audit, clock, modelsOf }: ReserveOptions) =>
  async (
    db: Database,
    use: Use,
    order: PurchaseOrder & { limits: readonly SpendingLimit[] },
  ): Promise<Holds> => {
    const { amounts, isEstimate = false } = order
    const counting = selectConcerned(order.limits, amounts)
    if (counting.length === 0) return noHolds
    await lockPurchases(db)
    const nowMs = clock()
    const { modelId, ownerId } = use
    const holds = isEstimate
      ? await readHolds(db, { modelId, estimate: amounts, nowMs })
      : undefined
    const used = await readUsed(db, counting, { ownerId, nowMs, modelsOf })
    try {
      refuseBeyond(counting, used, { amounts, ...(holds && { holds }), nowMs })
    } catch (error) {
      if (error instanceof HttpError && error.code === 'over_quota') {
        audit?.note({ kind: 'limit_hit', subject: error.message })
      }
      throw error
    }
    return holds ?? noHolds
  }

const usedBy = (modelId: string): Use => ({
  ownerId: currentActorId() ?? firstOwnerId,
  keyId: currentRequest()?.keyId ?? '',
  modelId,
})

function once(settle: (amounts: Amounts) => Promise<void>): SettlePurchase {
  let isSettled = false
  return async (amounts) => {
    if (isSettled) return
    isSettled = true
    try {
      await settle(amounts)
    } catch (error) {
      // The purchase was made and must not fail now, so its reservation is kept.
      tellFailure(error)
    }
  }
}

const tellFailure = (error: unknown) => log().error({ error }, 'Usage could not be recorded.')

async function readStates(
  db: Database,
  limits: readonly SpendingLimit[],
  { nowMs, modelsOf }: { nowMs: number; modelsOf: ModelsOfId },
): Promise<LimitState[]> {
  const used = await readUsed(db, limits, { ownerId: usedBy('').ownerId, nowMs, modelsOf })
  return limits.map((limit, index) => ({
    ...limit,
    used: used[index]?.used ?? 0,
    reserved: used[index]?.reserved ?? 0,
    resetsAt: new Date(resetMs(limit, nowMs)).toISOString(),
  }))
}

async function settleAllLeft(store: Store, clock: () => number): Promise<void> {
  await deleteOldCosts(store.db, clock())
  const before = new Date(clock() - leftAfterMs)
  for (const id of await listAbandonedPurchases(store.db, {
    before,
    replicaId: store.replica.id,
  })) {
    await store.transaction(({ db }) =>
      settlePurchase(db, id, { costOf: (reserved) => reserved, nowMs: clock() }),
    )
  }
}
