import { and, eq, gte, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { AssetFilter } from '#contract/asset-requests.ts'
import { toFolded } from '#lib/fold-text.ts'
import { assets } from '../store/schema.ts'

export function toAssetCondition(filter: AssetFilter): SQL | undefined {
  const { modelId, tag, folder, starred, trash, since, search = '' } = filter
  return and(
    trash ? isNotNull(assets.deletedAt) : isNull(assets.deletedAt),
    modelId === undefined ? undefined : sql`${assets.recipe}->>'modelId' = ${modelId}`,
    tag === undefined ? undefined : sql`${tag} = any(${assets.tags})`,
    folder === undefined ? undefined : eq(assets.folder, folder),
    starred === undefined ? undefined : eq(assets.isStarred, starred),
    since === undefined ? undefined : gte(assets.createdAt, new Date(since)),
    ...search.split(/\s+/).filter(Boolean).map(holdsWord),
  )
}

/** The database generates the column `words`, which is not in the schema, so that no list reads it. */
const holdsWord = (word: string): SQL =>
  sql`assets.words like ${`%${toFolded(word).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
