import * as z from 'zod/mini'
import { documentSchema } from '../documents.ts'
import { idSchema } from '../id.ts'

export const folderNameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

/** Body of `PUT /api/folders/:id`, which creates or changes a folder. */
export const putFolderSchema = z.object({ name: folderNameSchema })

/** A group of conversations. Deleting a folder keeps its conversations. */
export const folderSchema = z.object({
  id: idSchema,
  name: z.string(),
  conversations: z.int().check(z.nonnegative()),
  createdAt: z.iso.datetime(),
})
export type Folder = z.infer<typeof folderSchema>

/** Response of `GET /api/folders`, sorted by name. */
export const folderListSchema = z.object({ folders: z.array(folderSchema) })

/** Body of `PUT /api/prompts/:id`, which creates or changes a prompt. */
export const putPromptSchema = z.object({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  /** Unique command that inserts the prompt when the user types it after `/`. */
  command: z
    .string()
    .check(
      z.regex(
        /^[\p{Ll}\p{N}][\p{Ll}\p{N}_-]{0,39}$/u,
        'may only have lower-case letters, digits, - and _',
      ),
    ),
  /** Text with variables: `{{name}}`, `{{name=value}}`, `{{name:a|b}}`. */
  text: z.string().check(z.minLength(1), z.maxLength(64_000)),
})
export type PutPrompt = z.infer<typeof putPromptSchema>

export const promptSchema = z.object({
  id: idSchema,
  ...putPromptSchema.shape,
  createdAt: z.iso.datetime(),
})
export type Prompt = z.infer<typeof promptSchema>

/** Response of `GET /api/prompts`, sorted by title. */
export const promptListSchema = z.object({ prompts: z.array(promptSchema) })

export const folderDocumentsMax = 200

/** Maximum length of instructions, in UTF-16 units. */
export const instructionsMax = 32_000

/** Instructions that models receive in every chat of a folder. */
export const instructionsSchema = z.string().check(z.maxLength(instructionsMax))

/** Body of `PUT /api/folders/:id/knowledge`. */
export const putFolderKnowledgeSchema = z.object({
  instructions: z.optional(instructionsSchema),
  /**
   * Embedding model for semantic search, as `connection/model`. `null` turns semantic search off,
   * and undefined changes nothing. Sending the same model again retries requests without a
   * response.
   */
  embeddingModel: z.optional(z.nullable(z.string().check(z.minLength(3), z.maxLength(300)))),
  /** Model that reranks the found passages, as `connection/model`. `null` turns reranking off. */
  rerankModel: z.optional(z.nullable(z.string().check(z.minLength(3), z.maxLength(300)))),
})
export type PutFolderKnowledge = z.infer<typeof putFolderKnowledgeSchema>

const offeredModelSchema = z.object({
  id: z.string(),
  name: z.string(),
  service: z.string(),
  isFree: z.boolean(),
})

/**
 * Response of `GET /api/folders/embedding-models`: the embedding models and reranking models of all
 * connections.
 */
export const embeddingModelsSchema = z.object({
  models: z.array(offeredModelSchema),
  rerankModels: z.optional(z.array(offeredModelSchema)),
})
export type EmbeddingModels = z.infer<typeof embeddingModelsSchema>

/**
 * Response of `GET /api/folders/:id/knowledge`: instructions and files of a folder. `PUT` and
 * `DELETE` of `/api/folders/:id/documents/:documentId` add and remove a file.
 */
export const folderKnowledgeSchema = z.object({
  instructions: z.string(),
  /**
   * Instructions of another user, which are ignored until the owner saves them as `instructions`.
   * Saving empty `instructions` rejects them.
   */
  offeredInstructions: z.optional(z.string()),
  documents: z.array(documentSchema),
  rerankModel: z.optional(z.string()),
  meaning: z.optional(
    z.object({
      model: z.string(),
      passages: z.int().check(z.nonnegative()),
      embedded: z.int().check(z.nonnegative()),
      /**
       * Number of passages whose embedding request got no response. The provider may have charged
       * for the request, so the server only repeats the request when the user selects the same
       * model again.
       */
      unanswered: z.optional(z.int().check(z.positive())),
      problem: z.optional(z.string()),
    }),
  ),
})
export type FolderKnowledge = z.infer<typeof folderKnowledgeSchema>
