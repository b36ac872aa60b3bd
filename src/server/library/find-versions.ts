import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Asset } from '#contract/assets.ts'
import { assets } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { toAsset } from './asset-rows.ts'

/** Maximum number of models in the result. The limit also ends cycles in imported data. */
const versionsMax = 24

const sourceId = sql<string | null>`${assets.recipe}->'source'->>'assetId'`

/** Returns a model, its sources and all models derived from them, oldest first. */
export async function findVersions({ db }: Store, id: string): Promise<Asset[]> {
  let first = id
  for (let step = 0; step < versionsMax; step++) {
    const [row] = await db.select({ before: sourceId }).from(assets).where(eq(assets.id, first))
    if (!row?.before) break
    const [before] = await db
      .select({ id: assets.id })
      .from(assets)
      .where(eq(assets.id, row.before))
    if (!before) break
    first = before.id
  }
  const found = new Set([first])
  let newest = [first]
  while (newest.length > 0 && found.size < versionsMax) {
    const made = await db
      .select({ id: assets.id })
      .from(assets)
      .where(inArray(sourceId, newest))
      .orderBy(assets.id)
      .limit(versionsMax - found.size)
    newest = made.map((one) => one.id).filter((one) => !found.has(one))
    for (const one of newest) found.add(one)
  }
  const rows = await db
    .select()
    .from(assets)
    .where(and(inArray(assets.id, [...found]), isNull(assets.deletedAt)))
    .orderBy(assets.id)
  return rows.map(toAsset)
}
