import type { Model3d } from '#contract/models.ts'
import type { Amounts, SpendingLimit } from '#contract/spending.ts'
import type { ErrorCode, Failure } from '#contract/errors.ts'
import { isTaskOver, type TaskStatus } from '#contract/tasks.ts'
import type { Params } from '#lib/params/param-schema.ts'
import { calculatePrice } from '#lib/params/price.ts'
import type { Database, Store } from '../store/store.ts'
import { noAmounts, type Use } from './amounts.ts'
import type { Holds } from './call-costs.ts'
import { hasLimitOn } from './check-limits.ts'
import type { Limits } from './limits.ts'
import { heldColumns, insertPurchase, settlePurchase } from './purchase-rows.ts'

/**
 * Assumed price of a 3D model in US dollars if its price is not known. Most 3D models cost less.
 */
export const unknownTaskUsd = 2

type NewTask = { id: string; ownerId: string; modelId: string; keyId: string | null }
type Bought = { model: Model3d; params: Params; isFree: boolean }

/** Reserves the cost of 3D tasks and counts their cost when the tasks end. */
export type TaskPurchases = {
  /**
   * Writes usage that is still in memory, so that the following reservation takes that usage into
   * account.
   */
  prepare: () => Promise<void>
  /**
   * Reserves in the transaction that creates the task, so that a task cannot exist without its
   * reservation.
   * @throws {HttpError} `over_quota`, or `rate_limited` while running calls may use up the rest.
   */
  reserve: (db: Database, task: NewTask, bought: Bought) => Promise<void>
}

type TaskPurchasesOptions = {
  limits: Limits
  reserveWithin: (
    db: Database,
    use: Use,
    order: { amounts: Amounts; limits: readonly SpendingLimit[]; isEstimate?: boolean },
  ) => Promise<Holds>
  flush: () => Promise<void>
  clock: () => number
}

export const createTaskPurchases = (
  { replica }: Pick<Store, 'replica'>,
  { limits, reserveWithin, flush, clock }: TaskPurchasesOptions,
): TaskPurchases => ({
  prepare: async () => {
    if ((await limits.list()).length > 0) await flush()
  },
  async reserve(db, { id, ownerId, modelId, keyId }, { model, params, isFree }) {
    const use = { ownerId, keyId: keyId ?? '', modelId }
    const counting = await limits.for(use, db)
    const price = isFree ? 0 : calculatePrice(model.paramSchema, params)?.usd
    const usd = price ?? (hasLimitOn(counting, 'usd') ? unknownTaskUsd : 0)
    const amounts = { ...noAmounts, usd, models: 1 }
    await reserveWithin(db, use, { amounts, limits: counting })
    // Reserves room for a very large 3D model, because the size is known only at the end.
    const some = { ...noAmounts, bytes: 1 }
    const order = { amounts: some, limits: counting, isEstimate: true }
    const holds = await reserveWithin(db, use, order)
    const row = { id, ...use, taskId: id, ...amounts, ...heldColumns(holds) }
    await insertPurchase(db, { ...row, replicaId: replica.id, createdAt: new Date(clock()) })
  },
})

type EndedTask = {
  id: string
  status: TaskStatus
  submittedAt: Date | null
  failure: Failure | null
}

/**
 * Counts the cost of a finished task, in the transaction that ends the task. A failed task counts
 * its money only if the service may charge for it.
 * @param bytes size of the 3D model.
 */
export async function settleTask(db: Database, task: EndedTask, bytes = 0): Promise<void> {
  if (!isTaskOver(task.status)) return
  await settlePurchase(db, task.id, {
    costOf: ({ usd }) => {
      if (task.status === 'completed') return { ...noAmounts, usd, models: 1, bytes }
      return { ...noAmounts, usd: mayBeBilled(task) ? usd : 0 }
    },
    nowMs: Date.now(),
  })
}

/** Codes of errors with which a service reports that it made nothing. */
const refusals: ErrorCode[] = [
  'bad_picture',
  'invalid_params',
  'out_of_memory',
  'over_quota',
  'provider_failed',
  'provider_refused',
  'rate_limited',
]

const mayBeBilled = ({ submittedAt, failure }: EndedTask): boolean =>
  submittedAt !== null && !(failure && refusals.includes(failure.code))
