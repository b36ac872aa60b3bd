import type { Amounts, LimitState, SpendingLimit } from '#contract/spending.ts'
import { newId } from '#lib/id.ts'
import type { Audit } from '../audit/audit.ts'
import { HttpError } from '../errors/http-error.ts'
import { log } from '../observability/log.ts'
import { currentRequest } from '../observability/request-context.ts'
import { currentActorId, firstOwnerId } from '../store/owner-scope.ts'
import type { Database, Store } from '../store/store.ts'
import { dayOf, isNothing, noAmounts, type Use } from './amounts.ts'
import { deleteOldCosts, noHolds, readHolds, type Holds } from './call-costs.ts'
import { concerned, refuseBeyond, resetMs } from './check-limits.ts'
import { createLimits, type Limits } from './limits.ts'
import { createPendingSums } from './pending-sums.ts'
import {
  addUsage,
  heldColumns,
  insertPurchase,
  listLeft,
  oneAtATime,
  readUsed,
  settlePurchase,
} from './purchase-rows.ts'
import { createReservationLine } from './reservation-line.ts'
import { createTaskPurchases, type TaskPurchases } from './task-purchases.ts'

/** What somebody wants to buy. */
export type Order = {
  modelId?: string
  amounts: Amounts
  /** It may cost more or less; see `refuseBeyond`. */
  isEstimate?: boolean
  /** Fires when the client has hung up. */
  signal?: AbortSignal
}

/** Says what a purchase took. It never throws, and only the first time counts. */
export type SettlePurchase = (amounts: Amounts) => Promise<void>

/** What is used by whom, and the limits on it. Whoever the work is done for is who uses it. */
export type Spending = {
  limits: Limits
  tasks: TaskPurchases
  /** Limits that count for whoever asks, with this model; at once where they are known. */
  applying: (modelId?: string) => SpendingLimit[] | Promise<SpendingLimit[]>
  /**
   * Sets aside what a purchase may take, where a limit counts it. What is set aside is in the store: a restart
   * forgets none of it. An estimate waits up to 15 s for other calls to end where they may use up the rest.
   *
   * @throws {HttpError} `over_quota`, or `rate_limited` while what is under way may use up the rest. Throws the
   *   signal's reason when that fires.
   */
  reserve: (order: Order) => Promise<SettlePurchase>
  /** Refuses and counts at once what is known exactly. @throws as `reserve`. */
  spend: (order: Order) => Promise<void>
  /** The same for bytes that are to be kept. @throws as `reserve`. */
  countBytes: (bytes: number) => Promise<void>
  /** How much is used of each limit, for whoever asks. */
  states: (limits: readonly SpendingLimit[]) => Promise<LimitState[]>
  /** Counts as spent what was left behind by a process that ended; done every few minutes anyway. */
  settleLeft: () => Promise<void>
  /** Writes down what is only in memory yet. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

/**
 * What was set aside for an answer this long ago, and not settled, was left behind by a process that ended: no
 * answer takes longer than half an hour. It then counts as spent.
 */
const leftAfterMs = 60 * 60_000
const lookForLeftMs = 10 * 60_000

type SpendingOptions = {
  audit?: Pick<Audit, 'note'>
  /** Ids of the teams that somebody is in. */
  teamsOf?: (userId: string) => readonly string[]
  /** Milliseconds, for tests. */
  clock?: () => number
  /** The longest wait for other calls to end, for tests. */
  waitMs?: number
}

export function createSpending(
  store: Store,
  { audit, teamsOf = () => [], clock = Date.now, waitMs }: SpendingOptions = {},
): Spending {
  const limits = createLimits(store, { clock, teamsOf })
  const sums = createPendingSums(store.db, { clock, onFailure: tellFailure })
  const line = createReservationLine(waitMs)
  const settleLeft = () => settleAllLeft(store, clock).catch(tellFailure)
  const looking = setInterval(() => void settleLeft(), lookForLeftMs)
  looking.unref()

  const reserveWithin = createReserveWithin({ audit, clock })
  const addLater = (use: Use): SettlePurchase =>
    once((cost) => Promise.resolve(sums.add(use, cost)))

  async function reserveSome(order: Order, use: Use): Promise<SettlePurchase> {
    const { amounts } = order
    const counting = concerned(await limits.for(use), amounts)
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

  async function spend(order: Order): Promise<void> {
    const use = usedBy(order.modelId ?? '')
    const counting = concerned(await limits.for(use), order.amounts)
    if (counting.length === 0) return sums.add(use, order.amounts)
    await sums.flush()
    await store.transaction(async ({ db }) => {
      await reserveWithin(db, use, { ...order, limits: counting })
      await addUsage(db, [{ ...use, ...order.amounts }], dayOf(clock()))
    })
  }

  return {
    limits,
    tasks: createTaskPurchases(store, { limits, reserveWithin, flush: sums.flush, clock }),
    applying: (modelId = '') => limits.for(usedBy(modelId)),

    reserve: (order) => {
      const use = usedBy(order.modelId ?? '')
      // Every answer comes this way where nothing is limited: nobody has to be waited for.
      return isNothing(order.amounts) ? Promise.resolve(addLater(use)) : reserveSome(order, use)
    },
    spend,
    countBytes: (bytes) => spend({ amounts: { ...noAmounts, bytes } }),

    states: async (some) => {
      await sums.flush()
      return readStates(store.db, some, clock())
    },

    settleLeft,
    flush: sums.flush,
    async close() {
      clearInterval(looking)
      await sums.close()
    },
  }
}

/** Checks the limits, and tells how much the order may turn out to take. */
const createReserveWithin =
  ({ audit, clock }: { audit: SpendingOptions['audit'] | undefined; clock: () => number }) =>
  async (
    db: Database,
    use: Use,
    order: Order & { limits: readonly SpendingLimit[] },
  ): Promise<Holds> => {
    const { amounts, isEstimate = false } = order
    const counting = concerned(order.limits, amounts)
    if (counting.length === 0) return noHolds
    await oneAtATime(db)
    const nowMs = clock()
    const { modelId, ownerId } = use
    const holds = isEstimate
      ? await readHolds(db, { modelId, estimate: amounts, nowMs })
      : undefined
    const used = await readUsed(db, counting, { ownerId, nowMs })
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

/** Whoever the work is done for. */
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
      // It has been bought; it must not fail for this. What was set aside stays so.
      tellFailure(error)
    }
  }
}

const tellFailure = (error: unknown) => log().error({ error }, 'Usage could not be recorded.')

async function readStates(
  db: Database,
  limits: readonly SpendingLimit[],
  nowMs: number,
): Promise<LimitState[]> {
  const used = await readUsed(db, limits, { ownerId: usedBy('').ownerId, nowMs })
  return limits.map((limit, index) => ({
    ...limit,
    used: used[index]?.used ?? 0,
    reserved: used[index]?.reserved ?? 0,
    resetsAt: new Date(resetMs(limit, nowMs)).toISOString(),
  }))
}

/** Counts as spent what a process that ended has left set aside. */
async function settleAllLeft(store: Store, clock: () => number): Promise<void> {
  await deleteOldCosts(store.db, clock())
  const before = new Date(clock() - leftAfterMs)
  for (const id of await listLeft(store.db, { before, replicaId: store.replica.id })) {
    await store.transaction(({ db }) =>
      settlePurchase(db, id, { costOf: (reserved) => reserved, nowMs: clock() }),
    )
  }
}
