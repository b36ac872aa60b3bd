import * as z from 'zod/mini'
import { chatSettingsSchema } from './settings.ts'
import { documentSchema } from '../documents.ts'
import { idSchema } from '../id.ts'

export const folderNameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

/** Body of `PUT /api/folders/:id`, which makes or changes one. */
export const putFolderSchema = z.object({ name: folderNameSchema })

/** Conversations that belong together. Deleting it leaves them. */
export const folderSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Conversations in it that are neither archived nor in the trash. */
  conversations: z.int().check(z.nonnegative()),
  createdAt: z.iso.datetime(),
})
export type Folder = z.infer<typeof folderSchema>

/** `GET /api/folders`, by name. */
export const folderListSchema = z.object({ folders: z.array(folderSchema) })

/** Body of `PUT /api/presets/:id`, which makes or changes one. */
export const putPresetSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  /** Absent: whichever model is chosen. */
  modelId: z.optional(z.string().check(z.maxLength(200))),
  settings: chatSettingsSchema,
})
export type PutPreset = z.infer<typeof putPresetSchema>

/** Settings under a name. */
export const presetSchema = z.object({
  id: idSchema,
  ...putPresetSchema.shape,
  /** The previous owner wrote it. */
  isForeign: z.optional(z.boolean()),
  createdAt: z.iso.datetime(),
})
export type Preset = z.infer<typeof presetSchema>

/** `GET /api/presets`, by name. */
export const presetListSchema = z.object({ presets: z.array(presetSchema) })

/** Body of `PUT /api/prompts/:id`, which makes or changes one. */
export const putPromptSchema = z.object({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  /** What is typed after `/`, each only once. */
  command: z
    .string()
    .check(
      z.regex(
        /^[\p{Ll}\p{N}][\p{Ll}\p{N}_-]{0,39}$/u,
        'may only have lower-case letters, digits, - and _',
      ),
    ),
  /** With variables as `#lib/prompt-variables.ts` reads them: `{{name}}`, `{{name=value}}`, `{{name:a|b}}`. */
  text: z.string().check(z.minLength(1), z.maxLength(64_000)),
})
export type PutPrompt = z.infer<typeof putPromptSchema>

/** A text for use again and again. */
export const promptSchema = z.object({
  id: idSchema,
  ...putPromptSchema.shape,
  createdAt: z.iso.datetime(),
})
export type Prompt = z.infer<typeof promptSchema>

/** `GET /api/prompts`, by title. */
export const promptListSchema = z.object({ prompts: z.array(promptSchema) })

/** Files that a folder may have. */
export const folderDocumentsMax = 200

/** What every chat in a folder begins with. */
export const instructionsSchema = z.string().check(z.maxLength(32_000))

/** Body of `PUT /api/folders/:id/knowledge`. */
export const putFolderKnowledgeSchema = z.object({
  /** Absent: they stay. */
  instructions: z.optional(instructionsSchema),
  /** Whose vectors find passages by meaning, with its connection in front; `null`: none; absent: it stays. The same: what was never answered is sent again. */
  embeddingModel: z.optional(z.nullable(z.string().check(z.minLength(3), z.maxLength(300)))),
})
export type PutFolderKnowledge = z.infer<typeof putFolderKnowledgeSchema>

/** `GET /api/folders/embedding-models`: what the connections offer. */
export const embeddingModelsSchema = z.object({
  models: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Of the connection. */
      service: z.string(),
      /** It runs on a machine of one's own. */
      isFree: z.boolean(),
    }),
  ),
})
export type EmbeddingModels = z.infer<typeof embeddingModelsSchema>

/**
 * `GET /api/folders/:id/knowledge`: what every chat in the folder has. `PUT` and `DELETE` of
 * `/api/folders/:id/documents/:documentId` add and remove a file.
 */
export const folderKnowledgeSchema = z.object({
  instructions: z.string(),
  /** Those that somebody else wrote. They are not used until the owner saves them as `instructions`; empty ones remove them. */
  offeredInstructions: z.optional(z.string()),
  /** By name. */
  documents: z.array(documentSchema),
  /** Absent: passages are found by words alone. */
  meaning: z.optional(
    z.object({
      model: z.string(),
      passages: z.int().check(z.nonnegative()),
      /** Those of them that can be found by meaning. */
      embedded: z.int().check(z.nonnegative()),
      /**
       * Those that were sent and never answered. Absent: none. They may have been charged for, so they are sent
       * again only when the same model is chosen once more.
       */
      unanswered: z.optional(z.int().check(z.positive())),
      /** Why it does not go on just now. */
      problem: z.optional(z.string()),
    }),
  ),
})
export type FolderKnowledge = z.infer<typeof folderKnowledgeSchema>
