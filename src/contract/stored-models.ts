import * as z from 'zod/mini'
import { failureSchema } from './errors.ts'

/** `qwen3:4b`, `hf.co/somebody/model:Q4_K_M`: as its server names it. */
const storedNameSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter the name of a model.'),
    z.maxLength(300, 'A name has at most 300 characters.'),
    z.regex(/^\w[\w./:@-]*$/, 'Enter the name of a model, such as qwen3:4b.'),
  )

/** A model that a connected server keeps on its own disk. */
const storedModelSchema = z.object({
  name: z.string(),
  /** `8.0B Q4_K_M`; empty where nothing is known. */
  details: z.string(),
  sizeBytes: z.optional(z.number().check(z.nonnegative())),
  /** Tokens that it was trained for. */
  contextTokens: z.optional(z.int().check(z.positive())),
  /** Present while the server holds it in memory. */
  loaded: z.optional(
    z.object({
      /** Tokens that fit as it is loaded now. */
      contextTokens: z.optional(z.int().check(z.positive())),
      memoryBytes: z.optional(z.number().check(z.nonnegative())),
      /** When the server will unload it by itself. */
      until: z.optional(z.iso.datetime({ offset: true })),
    }),
  ),
})
export type StoredModel = z.infer<typeof storedModelSchema>

/** `GET /api/connections/:id/stored-models`, for kinds with `storage`. */
export const storedModelListSchema = z.object({ models: z.array(storedModelSchema) })
export type StoredModelList = z.infer<typeof storedModelListSchema>

/**
 * `POST /api/connections/:id/downloads`, `POST …/stored-models/unload`, `POST …/stored-models/delete`. Of a
 * download that is under way already the same is answered again.
 */
export const storedModelRefSchema = z.object({ model: storedNameSchema })

/** A model on its way to the disk of a connected server. It goes on when no page is open. */
export const downloadSchema = z.object({
  id: z.string(),
  connectionId: z.string(),
  model: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** What the server says that it does: `pulling manifest`. */
  step: z.string(),
  /** Of what the server has said so far; it learns of more as it goes. */
  doneBytes: z.optional(z.number().check(z.nonnegative())),
  totalBytes: z.optional(z.number().check(z.nonnegative())),
  failure: z.optional(failureSchema),
})
export type Download = z.infer<typeof downloadSchema>

/** `GET /api/connections/downloads`: newest first. `DELETE …/:id` cancels one, or forgets it once it is over. */
export const downloadListSchema = z.object({ downloads: z.array(downloadSchema) })
export type DownloadList = z.infer<typeof downloadListSchema>

/** Downloads that may be under way at once. */
export const downloadsAtOnceMax = 4
