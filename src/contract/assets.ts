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
  /** What the provider asked for it, a number as text, in the unit of its bills; where it says so. */
  cost: z.string().optional(),
  /** The model that it was made of, by a follow-up step; both names as they were then. */
  source: z.object({ assetId: idSchema, name: z.string(), step: z.string() }).optional(),
  /** SHA-256 of each input picture. */
  inputSha256: z.array(z.string()),
  /** Sentences about what of the request did not count as asked for. */
  warnings: z.array(z.string()).optional(),
})
export type Recipe = z.infer<typeof recipeSchema>

export const assetNameLengthMax = 200
export const tagLengthMax = 40
export const tagsMax = 20

const tagSchema = z.string().trim().min(1).max(tagLengthMax)

export const assetSchema = z.object({
  id: idSchema,
  /** Absent for a model that was brought in from outside. */
  taskId: idSchema.optional(),
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
  /** Absent for a model that was brought in from outside. */
  recipe: recipeSchema.optional(),
  /** The picture it was made from, where it is still stored. */
  pictureUrl: z.string().optional(),
  isStarred: z.boolean(),
  tags: z.array(z.string()),
  /** The one folder it lies in, by name. */
  folder: z.string().optional(),
  /** When it was put into the trash, where it stays for `trashDays`. */
  deletedAt: z.iso.datetime().optional(),
})
export type Asset = z.infer<typeof assetSchema>

/** How long a deleted model can be taken back. */
export const trashDays = 30

/** Which models a list holds; absent ones do not narrow it. */
export const assetFilterSchema = z.object({
  /** Words that all stand in the name, the model, the params, the tags or the folder. */
  search: z.string().trim().max(200).optional(),
  modelId: z.string().max(200).optional(),
  tag: tagSchema.optional(),
  folder: tagSchema.optional(),
  starred: z.stringbool().optional(),
  /** What was deleted, instead of what was not. */
  trash: z.stringbool().optional(),
})
export type AssetFilter = z.infer<typeof assetFilterSchema>

/** `PATCH /api/assets/:id`: what is absent stays. */
export const assetPatchSchema = z.object({
  name: z.string().trim().min(1).max(assetNameLengthMax).optional(),
  isStarred: z.boolean().optional(),
  tags: z.array(tagSchema).max(tagsMax).optional(),
  /** `null` takes it out of its folder. */
  folder: tagSchema.nullable().optional(),
})
export type AssetPatch = z.infer<typeof assetPatchSchema>

const countedSchema = z.object({ name: z.string(), count: z.number().int().positive() })

/** `GET /api/assets/summary`: what there is to choose from, and how much room it takes. */
export const librarySummarySchema = z.object({
  count: z.number().int().nonnegative(),
  trashCount: z.number().int().nonnegative(),
  /** Of all models and pictures, the same bytes counted once, the trash included. */
  storedBytes: z.number().int().nonnegative(),
  /** Ids of models with the number of assets that they made, most first. */
  models: z.array(countedSchema),
  tags: z.array(countedSchema),
  folders: z.array(countedSchema),
})
export type LibrarySummary = z.infer<typeof librarySummarySchema>

/** `POST /api/library/archive`: what became of the models in an archive. */
export const importedArchiveSchema = z.object({
  added: z.number().int(),
  /** There already, by their id, and left as they are. */
  known: z.number().int(),
  /** Not taken: changed, or not whole. */
  broken: z.number().int(),
})
export type ImportedArchive = z.infer<typeof importedArchiveSchema>

/** `GET /api/assets?before=&limit=` and the filter: newest first. */
export const assetPageSchema = z.object({
  assets: z.array(assetSchema),
  /** Pass as `before` for the next page; absent on the last one. */
  nextBefore: z.string().optional(),
})
export type AssetPage = z.infer<typeof assetPageSchema>
