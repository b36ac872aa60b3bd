import { count, desc, isNull, sql, type SQL } from 'drizzle-orm'
import type { LibrarySummary } from '#contract/assets.ts'
import { assets, files } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** Maximum number of listed choices per filter. Other choices can be found by search. */
const choicesMax = 200

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
  const distinctSizes = (table: typeof assets | typeof files) =>
    db
      .selectDistinct({ blobKey: table.blobKey, sizeBytes: table.sizeBytes })
      .from(table)
      .as('sizes')
  // One query returns all three numbers, because each scan takes a while with thousands of models.
  const kinds = db
    .select({
      model: sql<string | null>`${assets.recipe}->>'modelId'`.as('model'),
      folder: assets.folder,
      isKept: sql<boolean>`${isKept}`.as('is_kept'),
      n: count(),
    })
    .from(assets)
    .groupBy(sql`model`, assets.folder, sql`is_kept`)
  const [all, [modelBytes], [pictureBytes], tags] = await Promise.all([
    kinds,
    db.select({ n: sql<string>`coalesce(sum(size_bytes), 0)` }).from(distinctSizes(assets)),
    db.select({ n: sql<string>`coalesce(sum(size_bytes), 0)` }).from(distinctSizes(files)),
    countBy(sql`unnest(${assets.tags})`),
  ])
  const kept = all.filter((one) => one.isKept)
  return {
    count: computeSum(kept),
    trashCount: computeSum(all) - computeSum(kept),
    storedBytes: Number(modelBytes?.n ?? 0) + Number(pictureBytes?.n ?? 0),
    models: getChoices(kept.map(({ model, n }) => ({ name: model, n }))),
    tags,
    folders: getChoices(kept.map(({ folder, n }) => ({ name: folder, n }))),
  }
}

type Share = { name: string | null; n: number }

const computeSum = (shares: readonly { n: number }[]): number =>
  shares.reduce((sum, { n }) => sum + n, 0)

function getChoices(shares: readonly Share[]): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { name, n } of shares) {
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + n)
  }
  return [...counts]
    .map(([name, n]) => ({ name, count: n }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, choicesMax)
}
