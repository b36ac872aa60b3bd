import { z } from 'zod'
import {
  assetNameLengthMax,
  assetNotesSchema,
  recipeSchema,
  tagLengthMax,
  tagsMax,
} from '#contract/assets.ts'
import { idSchema } from '#contract/id.ts'
import { endingOfModel, glbMimeType, knownModelType } from '#lib/model-kinds.ts'
import { readStats } from './stored-stats.ts'

/** Version of library archives. A reader rejects archives with a higher version. */
export const archiveFormat = 1
export const manifestName = 'bozzetto.json'

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * The entry of a model in a library archive. Its files are `models/<sha256>.glb` or another
 * extension, `previews/<id>.webp` and `pictures/<sha256>`.
 */
export const archivedAssetSchema = z.object({
  id: idSchema,
  name: z.string().min(1).max(assetNameLengthMax),
  createdAt: z.iso.datetime(),
  sha256: sha256Schema,
  mimeType: z.string().max(100).transform(knownModelType).default(glbMimeType),
  hasPreview: z.boolean(),
  stats: z.unknown().transform(readStats).optional(),
  recipe: z.optional(recipeSchema),
  picture: z.object({ sha256: sha256Schema, name: z.string().max(assetNameLengthMax) }).optional(),
  isStarred: z.boolean(),
  tags: z.array(z.string().min(1).max(tagLengthMax)).max(tagsMax),
  folder: z.string().min(1).max(tagLengthMax).optional(),
  notes: z.optional(assetNotesSchema),
})
export type ArchivedAsset = z.infer<typeof archivedAssetSchema>

export const manifestSchema = z.object({
  format: z.literal(archiveFormat),
  assets: z.array(archivedAssetSchema),
})

export const getArchivedModelName = ({
  sha256,
  mimeType,
}: {
  sha256: string
  mimeType: string
}): string => `models/${sha256}.${endingOfModel(mimeType)}`
export const getArchivedPreviewName = (id: string): string => `previews/${id}.webp`
export const getArchivedPictureName = (sha256: string): string => `pictures/${sha256}`
