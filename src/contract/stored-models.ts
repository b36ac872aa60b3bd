import { z } from 'zod'
import { failureSchema } from './errors.ts'

/** `qwen3:4b`, `hf.co/somebody/model:Q4_K_M`: as its server names it. */
const storedNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter the name of a model.')
  .max(300)
  .regex(/^\w[\w./:@-]*$/, 'Enter the name of a model, such as qwen3:4b.')

/** A model that a connected server keeps on its own disk. */
const storedModelSchema = z.object({
  name: z.string(),
  /** `8.0B Q4_K_M`; empty where nothing is known. */
  details: z.string(),
  sizeBytes: z.number().nonnegative().optional(),
  /** Tokens that it was trained for. */
  contextTokens: z.number().int().positive().optional(),
  /** Present while the server holds it in memory. */
  loaded: z
    .object({
      /** Tokens that fit as it is loaded now. */
      contextTokens: z.number().int().positive().optional(),
      memoryBytes: z.number().nonnegative().optional(),
      /** When the server will unload it by itself. */
      until: z.iso.datetime({ offset: true }).optional(),
    })
    .optional(),
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
  doneBytes: z.number().nonnegative().optional(),
  totalBytes: z.number().nonnegative().optional(),
  failure: failureSchema.optional(),
})
export type Download = z.infer<typeof downloadSchema>

/** `GET /api/connections/downloads`: newest first. `DELETE …/:id` cancels one, or forgets it once it is over. */
export const downloadListSchema = z.object({ downloads: z.array(downloadSchema) })
export type DownloadList = z.infer<typeof downloadListSchema>

/** Downloads that may be under way at once. */
export const downloadsAtOnceMax = 4
