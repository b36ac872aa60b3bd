import { serverUrlSchema } from './server-url.ts'
import * as z from 'zod/mini'
import { idSchema } from './id.ts'
import { noteLengthMax, notesMax } from '#lib/note-limits.ts'

const vector3 = z.tuple([z.number(), z.number(), z.number()])

/** Statistics of a model file. Lengths are in metres, as in glTF. */
export const modelStatsSchema = z.object({
  triangles: z.int().check(z.nonnegative()),
  vertices: z.int().check(z.nonnegative()),
  meshes: z.int().check(z.nonnegative()),
  materials: z.int().check(z.nonnegative()),
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

/** Cameras and photos of a scan, in the order of its photos. */
export const scanReportSchema = z.object({
  mat: z.string(),
  /** Width, height and depth in mm. `sizeErrorMm` is the expected error of these lengths. */
  sizeMm: z.array(z.number()),
  sizeErrorMm: z.number(),
  /**
   * Focal length, width and height in px, the same for all photos of a scan, because the engine
   * rotates them to landscape.
   */
  lens: z.object({ focalPx: z.number(), widthPx: z.number(), heightPx: z.number() }),
  photos: z.array(
    z.object({
      /** Reason for leaving out the photo, such as `blurred`. Absent for a used photo. */
      problem: z.optional(z.string()),
      /** Reprojection error of the camera in px. */
      errorPx: z.optional(z.number()),
      /**
       * Camera in the coordinates of the model. `up` points to the upper edge of the displayed
       * photo.
       */
      camera: z.optional(
        z.object({ at: vector3, forward: vector3, up: vector3, isUpright: z.boolean() }),
      ),
    }),
  ),
})
export type ScannedPhotos = z.infer<typeof scanReportSchema>

/** Inputs that reproduce a model. */
export const recipeSchema = z.object({
  modelId: z.string(),
  modelVersion: z.optional(z.string()),
  params: z.record(z.string(), z.unknown()),
  seed: z.optional(z.int()),
  /** Price that the provider reported, as a decimal number in the provider's billing unit. */
  cost: z.optional(z.string()),
  /**
   * The model from which a follow-up step started. `name` and `step` are the names at that time.
   */
  source: z.optional(z.object({ assetId: idSchema, name: z.string(), step: z.string() })),
  inputSha256: z.array(z.string()),
  warnings: z.optional(z.array(z.string())),
  scan: z.optional(scanReportSchema),
})
export type Recipe = z.infer<typeof recipeSchema>

export const assetNameLengthMax = 200
export const tagLengthMax = 40
export const tagsMax = 20

export const noteLinePointsMax = 200

const assetNoteSchema = z.object({
  id: z.int().check(z.positive()),
  /** Position in metres, in the coordinates of the viewer: x to the right, y up, z to the front. */
  at: vector3,
  text: z.string().check(z.maxLength(noteLengthMax)),
  line: z.optional(z.array(vector3).check(z.maxLength(noteLinePointsMax))),
})
export type AssetNote = z.infer<typeof assetNoteSchema>

export const assetNotesSchema = z.array(assetNoteSchema).check(z.maxLength(notesMax))

export const assetSchema = z.object({
  id: idSchema,
  taskId: z.optional(idSchema),
  name: z.string(),
  createdAt: z.iso.datetime(),
  mimeType: z.string(),
  sizeBytes: z.int().check(z.positive()),
  sha256: z.string().check(z.length(64)),
  url: serverUrlSchema,
  thumbnailUrl: z.optional(serverUrlSchema),
  stats: z.optional(modelStatsSchema),
  recipe: z.optional(recipeSchema),
  pictureUrl: z.optional(serverUrlSchema),
  isStarred: z.boolean(),
  tags: z.array(z.string()),
  folder: z.optional(z.string()),
  notes: z.optional(assetNotesSchema),
  /** Time of deletion, after which the asset stays in the trash for `trashDays`. */
  deletedAt: z.optional(z.iso.datetime()),
})
export type Asset = z.infer<typeof assetSchema>

const assetChatSchema = z.object({
  conversationId: idSchema,
  title: z.string(),
  messageId: idSchema,
})
export type AssetChat = z.infer<typeof assetChatSchema>

/**
 * Response of `GET /api/assets/:id/chat`. `chat` is undefined for a model that was not created in a
 * chat.
 */
export const assetChatAnswerSchema = z.object({ chat: z.optional(assetChatSchema) })

export const assetsAtOnceMax = 100

export const trashDays = 30

/** `name` sorts from A to Z. `largest` and `smallest` sort by the size of the model file. */
export const assetSortSchema = z.enum(['newest', 'oldest', 'name', 'largest', 'smallest'])
export type AssetSort = z.infer<typeof assetSortSchema>

const countedSchema = z.object({ name: z.string(), count: z.int().check(z.positive()) })

/** Response of `GET /api/assets/summary`: values for filters, and storage use. */
export const librarySummarySchema = z.object({
  count: z.int().check(z.nonnegative()),
  trashCount: z.int().check(z.nonnegative()),
  /**
   * Size of all models and pictures in bytes, including the trash. Identical content counts once.
   */
  storedBytes: z.int().check(z.nonnegative()),
  models: z.array(countedSchema),
  tags: z.array(countedSchema),
  folders: z.array(countedSchema),
})
export type LibrarySummary = z.infer<typeof librarySummarySchema>

/** Response of `POST /api/library/archive`: numbers of models by outcome. */
export const importedArchiveSchema = z.object({
  added: z.int(),
  known: z.int(),
  /** Number of models that the server refused because their data is modified or incomplete. */
  broken: z.int(),
})
export type ImportedArchive = z.infer<typeof importedArchiveSchema>

/**
 * Response of `GET /api/assets?before=&limit=&sort=` with the fields of `AssetFilter`, newest first
 * by default.
 */
export const assetPageSchema = z.object({
  assets: z.array(assetSchema),
  /** Value of `before` for the next page in the same order. Undefined on the last page. */
  nextBefore: z.optional(z.string()),
  /** Number of assets on all pages. Only the first of several pages has this field. */
  total: z.optional(z.int().check(z.nonnegative())),
  /** Corrected search text, which was used because the original text had no results. */
  corrected: z.optional(z.string()),
})
export type AssetPage = z.infer<typeof assetPageSchema>
