import { and, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import {
  assetSchema,
  trashDays,
  type Asset,
  type AssetFilter,
  type AssetPage,
  type AssetPatch,
  type LibrarySummary,
} from '#contract/assets.ts'
import { assets } from '../store/schema.ts'
import { readInSteps } from '../store/read-in-steps.ts'
import { storable, storedJson } from '../store/storable.ts'
import type { Store } from '../store/store.ts'
import { toAssetCondition } from './asset-filter.ts'
import { correctSearch } from './correct-search.ts'
import { toAsset } from './asset-rows.ts'
import { validItems } from '../store/valid-items.ts'
import { forgetAssets } from './forget-assets.ts'
import { createKnownSummary } from './known-summary.ts'

export type StoredAsset = { asset: Asset; blobKey: string; thumbnailKey?: string }

export type AssetService = {
  /**
   * Lists assets (stored 3D models), newest first. @param page.before `nextBefore` of the previous
   * page.
   */
  list: (
    page: { before?: string | undefined; limit: number },
    filter?: AssetFilter,
  ) => Promise<AssetPage>
  /** @param options.orTrashed also finds assets in the trash. */
  find: (id: string, options?: { orTrashed?: boolean }) => Promise<StoredAsset | undefined>
  summary: () => Promise<LibrarySummary>
  change: (id: string, patch: AssetPatch) => Promise<Asset | undefined>
  /** Moves the asset to the trash, from which it can be restored for `trashDays`. */
  remove: (id: string) => Promise<boolean>
  restore: (id: string) => Promise<Asset | undefined>
  /**
   * Permanently deletes one or all assets in the trash. The next sweep deletes their bytes.
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
    { before, limit }: { before?: string | undefined; limit: number },
    filter: AssetFilter,
  ): Promise<AssetPage> => {
    // Ids begin with their creation time, so sorting by id suffices.
    const wanted = await store.db
      .select({ id: assets.id, bytes: largePartBytes })
      .from(assets)
      .where(and(toAssetCondition(filter), before ? lt(assets.id, before) : undefined))
      .orderBy(desc(assets.id))
      .limit(limit + 1)
    const page = await readInSteps(wanted.slice(0, limit), (ids) =>
      store.db.select().from(assets).where(inArray(assets.id, ids)).orderBy(desc(assets.id)),
    )
    const last = wanted[limit - 1]
    return {
      assets: validItems(assetSchema, page.map(toAsset), 'model'),
      ...(wanted.length > limit && last && { nextBefore: last.id }),
    }
  }

  return {
    list: async (page, filter = {}) => {
      const found = await list(page, filter)
      const { search = '' } = filter
      // The words of a search are corrected on every page in the same way, because the original
      // words find nothing.
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
      // An empty update is a syntax error in SQL.
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

const largePartBytes = sql<number>`
  coalesce(octet_length(${assets.recipe}::text), 0) + coalesce(octet_length(${assets.stats}::text), 0)`

const isLive = (id: string) => and(eq(assets.id, id), isNull(assets.deletedAt))
