import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { Asset, AssetPage } from '#contract/assets.ts'
import { pictureUrlOf } from '../files/file-service.ts'
import { assets } from '../store/schema.ts'
import { storable, type Store } from '../store/store.ts'
import type { AssetRow } from '../generation/task-rows.ts'

/** An asset and where its bytes are. */
export type StoredAsset = { asset: Asset; blobKey: string; thumbnailKey?: string }

/** Finished models and what can be done with them afterwards. Deleted ones are as if they had never been. */
export type AssetService = {
  /** Newest first. @param before the last page's `nextBefore`. */
  list: (page: { before?: string | undefined; limit: number }) => Promise<AssetPage>
  find: (id: string) => Promise<StoredAsset | undefined>
  rename: (id: string, name: string) => Promise<Asset | undefined>
  /** The bytes stay: other assets may be the same, and the task's record names them. */
  remove: (id: string) => Promise<boolean>
}

const modelUrlOf = (assetId: string): string => `/api/assets/${assetId}/model`

export function createAssetService(store: Store): AssetService {
  return {
    list: async ({ before, limit }) => {
      // Ids begin with their time, so that they alone put assets in order.
      const rows = await store.db
        .select()
        .from(assets)
        .where(and(isNull(assets.deletedAt), before ? lt(assets.id, before) : undefined))
        .orderBy(desc(assets.id))
        .limit(limit + 1)
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      return {
        assets: page.map(toAsset),
        ...(rows.length > limit && last && { nextBefore: last.id }),
      }
    },
    find: async (id) => {
      const [row] = await store.db.select().from(assets).where(isLive(id))
      if (!row) return undefined
      const { blobKey, thumbnailKey } = row
      return { asset: toAsset(row), blobKey, ...(thumbnailKey !== null && { thumbnailKey }) }
    },
    rename: async (id, name) => {
      const [row] = await store.db
        .update(assets)
        .set({ name: storable(name) })
        .where(isLive(id))
        .returning()
      return row && toAsset(row)
    },
    remove: async (id) => {
      const rows = await store.db
        .update(assets)
        .set({ deletedAt: new Date() })
        .where(isLive(id))
        .returning({ id: assets.id })
      return rows.length > 0
    },
  }
}

const isLive = (id: string) => and(eq(assets.id, id), isNull(assets.deletedAt))

export const toAsset = (row: AssetRow): Asset => ({
  id: row.id,
  taskId: row.taskId,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  mimeType: row.mimeType,
  sizeBytes: row.sizeBytes,
  sha256: row.sha256,
  url: modelUrlOf(row.id),
  ...(row.thumbnailKey !== null && { thumbnailUrl: `/api/assets/${row.id}/thumbnail` }),
  ...(row.stats !== null && { stats: row.stats }),
  recipe: row.recipe,
  ...(row.pictureFileId !== null && { pictureUrl: pictureUrlOf(row.pictureFileId) }),
})
