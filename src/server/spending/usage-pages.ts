import { and, asc, sql, type SQL } from 'drizzle-orm'
import { createYield } from '../process/yield-loop.ts'
import { usageDays } from '../store/schema.ts'
import type { Database } from '../store/store.ts'

export type UsageRow = typeof usageDays.$inferSelect

/** Rows per query. A query of this size blocks the embedded database for a few milliseconds. */
const rowsAtOnce = 1_000

/** Yields the usage of each day, key and model by day, in pages, so that memory stays bounded. */
export async function* usagePages(db: Database, condition?: SQL): AsyncGenerator<UsageRow[]> {
  const { day, ownerId, keyId, modelId } = usageDays
  const yieldLoop = createYield()
  for (let last: UsageRow | undefined; ;) {
    const isAfter =
      last &&
      sql`(${day}, ${ownerId}, ${keyId}, ${modelId}) > (${last.day}, ${last.ownerId}, ${last.keyId}, ${last.modelId})`
    const rows: UsageRow[] = await db
      .select()
      .from(usageDays)
      .where(and(condition, isAfter))
      .orderBy(asc(day), asc(ownerId), asc(keyId), asc(modelId))
      .limit(rowsAtOnce)
    yield rows
    last = rows.at(-1)
    if (rows.length < rowsAtOnce) return
    await yieldLoop()
  }
}
