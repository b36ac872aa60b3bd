import { count, desc, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { LibrarySummary } from '#contract/assets.ts'
import { assets, files } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** More than this many of a kind nobody picks from; the search finds the rest. */
const choicesMax = 200

/** Counts what the library holds and what it can be narrowed to. */
export async function summarize({ db }: Store): Promise<LibrarySummary> {
  const isKept = isNull(assets.deletedAt)
  const countBy = async (name: SQL<string | null>) => {
    const rows = await db
      .select({ name: sql<string | null>`${name}`.as('choice'), count: count() })
      .from(assets)
      .where(isKept)
      .groupBy(sql`choice`)
      .orderBy(desc(count()), sql`choice`)
      .limit(choicesMax)
    return rows.flatMap((row) => (row.name === null ? [] : [{ ...row, name: row.name }]))
  }
  // The same bytes are stored once, whoever names them.
  const distinctSizes = (table: typeof assets | typeof files) =>
    db
      .selectDistinct({ blobKey: table.blobKey, sizeBytes: table.sizeBytes })
      .from(table)
      .as('sizes')
  const [[kept], [trashed], [modelBytes], [pictureBytes], models, tags, folders] =
    await Promise.all([
      db.select({ n: count() }).from(assets).where(isKept),
      db.select({ n: count() }).from(assets).where(isNotNull(assets.deletedAt)),
      db.select({ n: sql<string>`coalesce(sum(size_bytes), 0)` }).from(distinctSizes(assets)),
      db.select({ n: sql<string>`coalesce(sum(size_bytes), 0)` }).from(distinctSizes(files)),
      countBy(sql`${assets.recipe}->>'modelId'`),
      countBy(sql`unnest(${assets.tags})`),
      countBy(sql`${assets.folder}`),
    ])
  return {
    count: kept?.n ?? 0,
    trashCount: trashed?.n ?? 0,
    storedBytes: Number(modelBytes?.n ?? 0) + Number(pictureBytes?.n ?? 0),
    models,
    tags,
    folders,
  }
}
