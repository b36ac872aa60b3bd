import { and, count, eq, inArray, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm'
import {
  assetSchema,
  trashDays,
  type Asset,
  type AssetPage,
  type AssetSort,
  type LibrarySummary,
} from '#contract/assets.ts'
import type { AssetFilter, AssetPatch } from '#contract/asset-requests.ts'
import { assets } from '../store/schema.ts'
import { readInSteps } from '../store/read-in-steps.ts'
import { storable, storedJson } from '../store/storable.ts'
import type { Store } from '../store/store.ts'
import { toAssetCondition } from './asset-filter.ts'
import { correctSearch } from './correct-search.ts'
import { toAssetCursor, toOrderBy, toPageCondition } from './asset-order.ts'
import { toAsset } from './asset-rows.ts'
import { validItems } from '../store/valid-items.ts'
import { forgetAssets } from './forget-assets.ts'
import { createKnownSummary } from './known-summary.ts'

export type StoredAsset = { asset: Asset; blobKey: string; thumbnailKey?: string }

type WantedPage = {
  before?: string | undefined
  limit: number
  sort?: AssetSort
}

export type AssetService = {
  /** Lists assets (stored 3D models). */
  list: (page: WantedPage, filter?: AssetFilter) => Promise<AssetPage>
  find: (id: string, options?: { orTrashed?: boolean }) => Promise<StoredAsset | undefined>
  summary: () => Promise<LibrarySummary>
  change: (id: string, patch: AssetPatch) => Promise<Asset | undefined>
  /** Moves the asset to the trash, from which it can be restored for `trashDays`. */
  remove: (id: string) => Promise<boolean>
  restore: (id: string) => Promise<Asset | undefined>
  /**
   * Permanently deletes one or all assets in the trash. A later cleanup deletes their files.
   * @returns the number of deleted assets.
   */
  forget: (id?: string) => Promise<number>
  /**
   * Permanently deletes assets that have been in the trash for longer than `trashDays`.
   * @returns the number of deleted assets.
   */
  forgetExpired: (nowMs?: number) => Promise<number>
}

const dayMs = 86_400_000

export function createAssetService(store: Store): AssetService {
  const change = async (
    where: ReturnType<typeof and>,
    values: Partial<typeof assets.$inferInsert>,
  ) => {
    const [row] = await store.db.update(assets).set(values).where(where).returning()
    return row && toAsset(row)
  }

  const list = async (
    { before, limit, sort = 'newest' }: WantedPage,
    filter: AssetFilter,
  ): Promise<AssetPage> => {
    const condition = toAssetCondition(filter)
    const wanted = await store.db
      .select({ id: assets.id, bytes: largePartBytes, cursor: toAssetCursor(sort) })
      .from(assets)
      .where(and(condition, before ? toPageCondition(sort, before) : undefined))
      .orderBy(...toOrderBy(sort))
      .limit(limit + 1)
    const page = await readInSteps(wanted.slice(0, limit), (ids) =>
      store.db
        .select()
        .from(assets)
        .where(inArray(assets.id, ids))
        .orderBy(...toOrderBy(sort)),
    )
    const last = wanted[limit - 1]
    const hasMore = wanted.length > limit && last !== undefined
    return {
      assets: validItems(assetSchema, page.map(toAsset), 'model'),
      ...(hasMore && { nextBefore: last.cursor }),
      ...(hasMore && !before && { total: await countAssets(store, condition) }),
    }
  }

  return {
    list: async (page, filter = {}) => {
      const found = await list(page, filter)
      const { search = '' } = filter
      // If a search finds nothing, its words are corrected in the same way on every page.
      if (found.assets.length > 0 || search === '') return found
      const corrected = await correctSearch(store, search)
      if (corrected === undefined) return found
      return { ...(await list(page, { ...filter, search: corrected })), corrected }
    },
    find: async (id, { orTrashed = false } = {}) => {
      const where = orTrashed ? eq(assets.id, id) : isLive(id)
      const [row] = await store.db.select().from(assets).where(where)
      if (!row) return undefined
      const { blobKey, thumbnailKey } = row
      return { asset: toAsset(row), blobKey, ...(thumbnailKey !== null && { thumbnailKey }) }
    },
    summary: createKnownSummary(store),
    change: async (id, { name, isStarred, tags, folder, notes }) => {
      const values = {
        ...(name !== undefined && { name: storable(name) }),
        ...(isStarred !== undefined && { isStarred }),
        ...(tags !== undefined && { tags: [...new Set(tags.map(storable))] }),
        ...(folder !== undefined && { folder: folder === null ? null : storable(folder) }),
        ...(notes !== undefined && { notes: storedJson(notes) }),
      }
      if (Object.keys(values).length > 0) return change(isLive(id), values)
      const [row] = await store.db.select().from(assets).where(isLive(id))
      return row && toAsset(row)
    },
    remove: async (id) => (await change(isLive(id), { deletedAt: new Date() })) !== undefined,
    restore: (id) =>
      change(and(eq(assets.id, id), isNotNull(assets.deletedAt)), { deletedAt: null }),
    forget: (id) => forgetAssets(store, id === undefined ? undefined : eq(assets.id, id)),
    forgetExpired: (nowMs = Date.now()) =>
      forgetAssets(store, lt(assets.deletedAt, new Date(nowMs - trashDays * dayMs))),
  }
}

async function countAssets({ db }: Store, condition: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(assets).where(condition)
  return row?.total ?? 0
}

const largePartBytes = sql<number>`
  coalesce(octet_length(${assets.recipe}::text), 0) + coalesce(octet_length(${assets.stats}::text), 0)`

const isLive = (id: string) => and(eq(assets.id, id), isNull(assets.deletedAt))
