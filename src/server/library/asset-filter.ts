import { and, eq, gte, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { AssetFilter } from '#contract/assets.ts'
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

const searched = sql`concat_ws(' ', ${assets.name}, ${assets.folder}, array_to_string(${assets.tags}, ' '), ${assets.recipe}->>'modelId', ${assets.recipe}->>'seed', ${assets.recipe}->>'params')`

const holdsWord = (word: string): SQL =>
  sql`fold_text(${searched}) like ${`%${toFolded(word).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
