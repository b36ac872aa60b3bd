import { z } from 'zod'
import { idSchema } from './id.ts'

const vector3 = z.tuple([z.number(), z.number(), z.number()])

/** What a model file holds, counted from the file itself. Lengths in metres, as glTF has them. */
export const modelStatsSchema = z.object({
  triangles: z.number().int().nonnegative(),
  vertices: z.number().int().nonnegative(),
  meshes: z.number().int().nonnegative(),
  materials: z.number().int().nonnegative(),
  textures: z.array(
    z.object({
      name: z.string(),
      widthPx: z.number(),
      heightPx: z.number(),
      mimeType: z.string(),
      sizeBytes: z.number(),
    }),
  ),
  boundsMin: vector3,
  boundsMax: vector3,
  extensions: z.array(z.string()),
})
export type ModelStats = z.infer<typeof modelStatsSchema>

/** Everything needed to make the same model again. */
export const recipeSchema = z.object({
  modelId: z.string(),
  /** Version of the engine or of the upstream model, where known. */
  modelVersion: z.string().optional(),
  /** As sent, with the seed that was drawn. */
  params: z.record(z.string(), z.unknown()),
  seed: z.number().int().optional(),
  /** SHA-256 of each input picture. */
  inputSha256: z.array(z.string()),
})
export type Recipe = z.infer<typeof recipeSchema>

export const assetSchema = z.object({
  id: idSchema,
  taskId: idSchema,
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Type of the stored model file, `model/gltf-binary` for GLB. */
  mimeType: z.string(),
  sizeBytes: z.number().int().positive(),
  sha256: z.string().length(64),
  /** Addresses of this server. */
  url: z.string(),
  thumbnailUrl: z.string().optional(),
  stats: modelStatsSchema.optional(),
  recipe: recipeSchema,
  /** The picture it was made from, where it is still stored. */
  pictureUrl: z.string().optional(),
})
export type Asset = z.infer<typeof assetSchema>

/** `GET /api/assets?before=&limit=`: newest first. */
export const assetPageSchema = z.object({
  assets: z.array(assetSchema),
  /** Pass as `before` for the next page; absent on the last one. */
  nextBefore: z.string().optional(),
})
export type AssetPage = z.infer<typeof assetPageSchema>
