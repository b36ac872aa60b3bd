import { asc, desc, gt, lt, sql, type SQL } from 'drizzle-orm'
import type { AssetSort } from '#contract/assets.ts'
import { assets } from '../store/schema.ts'

type SortKey = { of: SQL; type: SQL; pattern: RegExp }
type AssetOrder = { key?: SortKey; isDescending: boolean }

/** Sort keys, equal to the expressions of the indexes `assets_name` and `assets_size`. */
const byName: SortKey = {
  // The length is limited, because a folded letter may become many letters and an index entry has a
  // maximum size.
  of: sql`left(fold_text(${assets.name}), 100) collate "C"`,
  type: sql`text collate "C"`,
  pattern: /^[^]{0,100}$/u,
}
const bySize: SortKey = { of: sql`${assets.sizeBytes}`, type: sql`bigint`, pattern: /^\d{1,18}$/ }

// Orders of assets. Without a key, the id sorts by age, because ids begin with their creation time.
const orders: { [sort in AssetSort]: AssetOrder } = {
  newest: { isDescending: true },
  oldest: { isDescending: false },
  name: { key: byName, isDescending: false },
  largest: { key: bySize, isDescending: true },
  smallest: { key: bySize, isDescending: false },
}

export function toOrderBy(sort: AssetSort): SQL[] {
  const { key, isDescending } = orders[sort]
  const direction = isDescending ? desc : asc
  return [...(key ? [direction(key.of)] : []), direction(assets.id)]
}

/** Selects the cursor of a row: its id, followed by the sort key if the order has one. */
export function toAssetCursor(sort: AssetSort): SQL<string> {
  const { key } = orders[sort]
  return key ? sql<string>`${assets.id} || ':' || (${key.of})::text` : sql<string>`${assets.id}`
}

const cursorPattern = /^([0-9a-z]{20})(?::([^]*))?$/u

export function isAssetCursor(sort: AssetSort, cursor: string): boolean {
  const { key } = orders[sort]
  const [, id, value] = cursorPattern.exec(cursor) ?? []
  if (id === undefined) return false
  return key ? value !== undefined && key.pattern.test(value) : value === undefined
}

/** Returns the condition for the assets after a cursor that `isAssetCursor` accepts. */
export function toPageCondition(sort: AssetSort, cursor: string): SQL {
  const { key, isDescending } = orders[sort]
  const [, id = '', value = ''] = cursorPattern.exec(cursor) ?? []
  if (!key) return isDescending ? lt(assets.id, id) : gt(assets.id, id)
  const comparison = isDescending ? sql`<` : sql`>`
  return sql`(${key.of}, ${assets.id}) ${comparison} (${value}::${key.type}, ${id})`
}
