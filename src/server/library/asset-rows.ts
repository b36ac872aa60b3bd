import { recipeSchema, type Asset, type Recipe } from '#contract/assets.ts'
import { toPictureUrl } from '../files/file-service.ts'
import type { assets } from '../store/schema.ts'
import { readStats } from '../reading/stored-stats.ts'

export type AssetRow = typeof assets.$inferSelect

export function toAsset(row: AssetRow): Asset {
  const stats = row.stats === null ? undefined : readStats(row.stats)
  const recipe = row.recipe === null ? undefined : readRecipe(row.recipe)
  return {
    id: row.id,
    ...(row.taskId !== null && { taskId: row.taskId }),
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    mimeType: row.mimeType,
    sizeBytes: row.sizeBytes,
    sha256: row.sha256,
    url: `/api/assets/${row.id}/model`,
    ...(row.thumbnailKey !== null && { thumbnailUrl: `/api/assets/${row.id}/thumbnail` }),
    ...(stats && { stats }),
    ...(recipe && { recipe }),
    ...(row.pictureFileId !== null && { pictureUrl: toPictureUrl(row.pictureFileId) }),
    isStarred: row.isStarred,
    tags: row.tags,
    ...(row.folder !== null && { folder: row.folder }),
    ...(row.notes !== null && row.notes.length > 0 && { notes: row.notes }),
    ...(row.deletedAt !== null && { deletedAt: row.deletedAt.toISOString() }),
  }
}

/**
 * Returns a recipe (the params of a generated model). If a service has corrupted the recipe,
 * returns only the fields of this server.
 */
function readRecipe(stored: Recipe): Recipe | undefined {
  const { modelId, params, inputSha256 } = stored
  return [stored, { modelId, params, inputSha256 }]
    .map((recipe) => recipeSchema.safeParse(recipe).data)
    .find((recipe) => recipe !== undefined)
}
