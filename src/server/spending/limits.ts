import { asc, eq } from 'drizzle-orm'
import { limitsMax, type SetLimit, type SpendingLimit } from '#contract/spending.ts'
import { newId } from '#lib/id.ts'
import { HttpError } from '../errors/http-error.ts'
import { spendingLimits } from '../store/schema.ts'
import type { Database, Store } from '../store/store.ts'
import type { Use } from './amounts.ts'
import type { ModelsOfId } from './purchase-rows.ts'

/**
 * Time in milliseconds for which limits are cached. A limit that another server has set takes
 * effect after this time.
 */
const knownMs = 1_000

export type Limits = {
  list: () => Promise<readonly SpendingLimit[]>
  /**
   * Returns the limits that apply to a use, synchronously if cached.
   * @param within transaction in which to read.
   */
  for: (use: Use, within?: Database) => SpendingLimit[] | Promise<SpendingLimit[]>
  /**
   * @throws {HttpError} `bad_request` if the limit has no subject, or `conflict` if there are too
   * many limits.
   */
  set: (limit: SetLimit) => Promise<SpendingLimit>
  remove: (id: string) => Promise<SpendingLimit | undefined>
}

type LimitOptions = {
  clock: () => number
  teamsOf: (userId: string) => readonly string[]
  modelsOf: ModelsOfId
}

export function createLimits({ db }: Store, { clock, teamsOf, modelsOf }: LimitOptions): Limits {
  let known: { limits: readonly SpendingLimit[]; atMs: number } | undefined

  const knownNow = () =>
    known && Math.abs(clock() - known.atMs) < knownMs ? known.limits : undefined

  async function list(within: Database = db): Promise<readonly SpendingLimit[]> {
    const atMs = clock()
    const rows = await within.select().from(spendingLimits).orderBy(asc(spendingLimits.createdAt))
    const limits = rows.map(toLimit)
    known = { limits, atMs }
    return limits
  }

  return {
    list: async () => knownNow() ?? list(),
    for(use, within) {
      const thoseFor = (limits: readonly SpendingLimit[]) => {
        if (limits.length === 0) return []
        const asking = { ...use, teamIds: teamsOf(use.ownerId), modelsOf }
        return limits.filter((limit) => countsFor(limit, asking, limits))
      }
      const limits = knownNow()
      return limits ? thoseFor(limits) : list(within).then(thoseFor)
    },
    async set({ scope, subject = '', measure, period, amount }) {
      const needsSubject = scope !== 'server' && scope !== 'everyone'
      if (needsSubject !== (subject !== '')) {
        throw new HttpError(
          'bad_request',
          needsSubject
            ? `subject: say which ${scope} the limit is for.`
            : 'subject: leave it out for a limit of the server or of everyone.',
        )
      }
      known = undefined
      if ((await list()).length >= limitsMax) {
        throw new HttpError('conflict', `There are already ${limitsMax} limits. Remove one first.`)
      }
      const [row] = await db
        .insert(spendingLimits)
        .values({ id: newId(), scope, subject, measure, period, amount })
        .onConflictDoUpdate({
          target: [
            spendingLimits.scope,
            spendingLimits.subject,
            spendingLimits.measure,
            spendingLimits.period,
          ],
          set: { amount },
        })
        .returning()
      known = undefined
      if (!row) throw new Error('The limit could not be saved.')
      return toLimit(row)
    },
    async remove(id) {
      const [row] = await db.delete(spendingLimits).where(eq(spendingLimits.id, id)).returning()
      known = undefined
      return row && toLimit(row)
    },
  }
}

function toLimit({
  id,
  scope,
  subject,
  measure,
  period,
  amount,
}: typeof spendingLimits.$inferSelect): SpendingLimit {
  return { id, scope, ...(subject !== '' && { subject }), measure, period, amount }
}

type Asking = Use & { teamIds: readonly string[]; modelsOf: ModelsOfId }

function countsFor(
  { scope, subject, measure, period }: SpendingLimit,
  { ownerId, keyId, modelId, teamIds, modelsOf }: Asking,
  all: readonly SpendingLimit[],
): boolean {
  switch (scope) {
    case 'server':
      return true
    case 'everyone':
      return !all.some(
        (other) =>
          other.scope === 'person' &&
          other.subject === ownerId &&
          other.measure === measure &&
          other.period === period,
      )
    case 'person':
      return subject === ownerId
    case 'team':
      return subject !== undefined && teamIds.includes(subject)
    case 'key':
      return subject === keyId
    case 'model':
      return subject !== undefined && modelsOf(subject).includes(modelId)
  }
}
