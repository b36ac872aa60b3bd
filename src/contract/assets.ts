import * as z from 'zod/mini'
import { idSchema } from './id.ts'

const vector3 = z.tuple([z.number(), z.number(), z.number()])

/** What a model file holds, counted from the file itself. Lengths in metres, as glTF has them. */
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

/** Everything needed to make the same model again. */
export const recipeSchema = z.object({
  modelId: z.string(),
  /** Version of the engine or of the upstream model, where known. */
  modelVersion: z.optional(z.string()),
  /** As sent, with the seed that was drawn. */
  params: z.record(z.string(), z.unknown()),
  seed: z.optional(z.int()),
  /** What the provider asked for it, a number as text, in the unit of its bills; where it says so. */
  cost: z.optional(z.string()),
  /** The model that it was made of, by a follow-up step; both names as they were then. */
  source: z.optional(z.object({ assetId: idSchema, name: z.string(), step: z.string() })),
  /** SHA-256 of each input picture. */
  inputSha256: z.array(z.string()),
  /** Sentences about what of the request did not count as asked for. */
  warnings: z.optional(z.array(z.string())),
})
export type Recipe = z.infer<typeof recipeSchema>

export const assetNameLengthMax = 200
export const tagLengthMax = 40
export const tagsMax = 20

const tagSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(tagLengthMax))

export const notesMax = 50
export const noteLengthMax = 200
export const noteLinePointsMax = 200

/** Something that a person wrote at a place of a model. */
const assetNoteSchema = z.object({
  /** Of the notes of its model. */
  id: z.int().check(z.positive()),
  /** As the model stands on the stage, in metres: to the right, up, to the front. */
  at: vector3,
  text: z.string().check(z.maxLength(noteLengthMax)),
  /** What was measured, as a line. */
  line: z.optional(z.array(vector3).check(z.maxLength(noteLinePointsMax))),
})
export type AssetNote = z.infer<typeof assetNoteSchema>

export const assetNotesSchema = z.array(assetNoteSchema).check(z.maxLength(notesMax))

export const assetSchema = z.object({
  id: idSchema,
  /** Absent for a model that was brought in from outside. */
  taskId: z.optional(idSchema),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Type of the stored model file, `model/gltf-binary` for GLB. */
  mimeType: z.string(),
  sizeBytes: z.int().check(z.positive()),
  sha256: z.string().check(z.length(64)),
  /** Addresses of this server. */
  url: z.string(),
  thumbnailUrl: z.optional(z.string()),
  stats: z.optional(modelStatsSchema),
  /** Absent for a model that was brought in from outside. */
  recipe: z.optional(recipeSchema),
  /** The picture it was made from, where it is still stored. */
  pictureUrl: z.optional(z.string()),
  isStarred: z.boolean(),
  tags: z.array(z.string()),
  /** The one folder it lies in, by name. */
  folder: z.optional(z.string()),
  notes: z.optional(assetNotesSchema),
  /** When it was put into the trash, where it stays for `trashDays`. */
  deletedAt: z.optional(z.iso.datetime()),
})
export type Asset = z.infer<typeof assetSchema>

/** The chat in which a model was made. */
const assetChatSchema = z.object({
  conversationId: idSchema,
  title: z.string(),
  messageId: idSchema,
})
export type AssetChat = z.infer<typeof assetChatSchema>

/** `GET /api/assets/:id/chat`; nothing for a model that was made elsewhere. */
export const assetChatAnswerSchema = z.object({ chat: z.optional(assetChatSchema) })

/** How many may be downloaded as one file. */
export const assetsAtOnceMax = 100

/** How long a deleted model can be taken back. */
export const trashDays = 30

/** Which models a list holds; absent ones do not narrow it. */
export const assetFilterSchema = z.object({
  /** Words that all stand in the name, the model, the params, the tags or the folder. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  modelId: z.optional(z.string().check(z.maxLength(200))),
  tag: z.optional(tagSchema),
  folder: z.optional(tagSchema),
  starred: z.optional(z.stringbool()),
  /** What was deleted, instead of what was not. */
  trash: z.optional(z.stringbool()),
})
export type AssetFilter = z.infer<typeof assetFilterSchema>

/** `PATCH /api/assets/:id`: what is absent stays. */
export const assetPatchSchema = z.object({
  name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(assetNameLengthMax))),
  isStarred: z.optional(z.boolean()),
  tags: z.optional(z.array(tagSchema).check(z.maxLength(tagsMax))),
  /** `null` takes it out of its folder. */
  folder: z.optional(z.nullable(tagSchema)),
  notes: z.optional(assetNotesSchema),
})
export type AssetPatch = z.infer<typeof assetPatchSchema>

const countedSchema = z.object({ name: z.string(), count: z.int().check(z.positive()) })

/** `GET /api/assets/summary`: what there is to choose from, and how much room it takes. */
export const librarySummarySchema = z.object({
  count: z.int().check(z.nonnegative()),
  trashCount: z.int().check(z.nonnegative()),
  /** Of all models and pictures, the same bytes counted once, the trash included. */
  storedBytes: z.int().check(z.nonnegative()),
  /** Ids of models with the number of assets that they made, most first. */
  models: z.array(countedSchema),
  tags: z.array(countedSchema),
  folders: z.array(countedSchema),
})
export type LibrarySummary = z.infer<typeof librarySummarySchema>

/** `POST /api/library/archive`: what became of the models in an archive. */
export const importedArchiveSchema = z.object({
  added: z.int(),
  /** There already, by their id, and left as they are. */
  known: z.int(),
  /** Not taken: changed, or not whole. */
  broken: z.int(),
})
export type ImportedArchive = z.infer<typeof importedArchiveSchema>

/** `GET /api/assets?before=&limit=` and the filter: newest first. */
export const assetPageSchema = z.object({
  assets: z.array(assetSchema),
  /** Pass as `before` for the next page; absent on the last one. */
  nextBefore: z.optional(z.string()),
  /** What was looked for instead, where nothing holds the words of the search. */
  corrected: z.optional(z.string()),
})
export type AssetPage = z.infer<typeof assetPageSchema>
