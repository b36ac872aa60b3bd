import type { Asset } from '#contract/assets.ts'
import { pictureUrlOf } from '../files/file-service.ts'
import type { assets } from '../store/schema.ts'

export type AssetRow = typeof assets.$inferSelect

/** What a browser may know of an asset. */
export const toAsset = (row: AssetRow): Asset => ({
  id: row.id,
  ...(row.taskId !== null && { taskId: row.taskId }),
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  mimeType: row.mimeType,
  sizeBytes: row.sizeBytes,
  sha256: row.sha256,
  url: `/api/assets/${row.id}/model`,
  ...(row.thumbnailKey !== null && { thumbnailUrl: `/api/assets/${row.id}/thumbnail` }),
  ...(row.stats !== null && { stats: row.stats }),
  ...(row.recipe !== null && { recipe: row.recipe }),
  ...(row.pictureFileId !== null && { pictureUrl: pictureUrlOf(row.pictureFileId) }),
  isStarred: row.isStarred,
  tags: row.tags,
  ...(row.folder !== null && { folder: row.folder }),
  ...(row.deletedAt !== null && { deletedAt: row.deletedAt.toISOString() }),
})
