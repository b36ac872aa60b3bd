import * as z from 'zod/mini'
import { failureSchema } from './errors.ts'

/** Model name on its server, such as `qwen3:4b` or `hf.co/somebody/model:Q4_K_M`. */
const storedNameSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter the name of a model.'),
    z.maxLength(300, 'A name has at most 300 characters.'),
    z.regex(/^\w[\w./:@-]*$/, 'Enter the name of a model, such as qwen3:4b.'),
  )

const storedModelSchema = z.object({
  name: z.string(),
  /** Size and quantization, such as `8.0B Q4_K_M`. Empty if unknown. */
  details: z.string(),
  sizeBytes: z.optional(z.number().check(z.nonnegative())),
  contextTokens: z.optional(z.int().check(z.positive())),
  loaded: z.optional(
    z.object({
      contextTokens: z.optional(z.int().check(z.positive())),
      memoryBytes: z.optional(z.number().check(z.nonnegative())),
      until: z.optional(z.iso.datetime({ offset: true })),
    }),
  ),
})
export type StoredModel = z.infer<typeof storedModelSchema>

/** Response of `GET /api/connections/:id/stored-models`, for connection kinds with `storage`. */
export const storedModelListSchema = z.object({ models: z.array(storedModelSchema) })
export type StoredModelList = z.infer<typeof storedModelListSchema>

/**
 * Body of `POST /api/connections/:id/downloads`, `POST …/stored-models/unload` and `POST
 * …/stored-models/delete`.
 */
export const storedModelRefSchema = z.object({ model: storedNameSchema })

/** A model download to the disk of a connected server, which continues when no page is open. */
export const downloadSchema = z.object({
  id: z.string(),
  connectionId: z.string(),
  model: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** Current step as reported by the server, such as `pulling manifest`. */
  step: z.string(),
  doneBytes: z.optional(z.number().check(z.nonnegative())),
  /** Bytes of the files that the server has announced. The total may grow. */
  totalBytes: z.optional(z.number().check(z.nonnegative())),
  failure: z.optional(failureSchema),
})
export type Download = z.infer<typeof downloadSchema>

/**
 * Response of `GET /api/connections/downloads`, newest download first. `DELETE …/:id` cancels a
 * download or removes a finished download from the list.
 */
export const downloadListSchema = z.object({ downloads: z.array(downloadSchema) })
export type DownloadList = z.infer<typeof downloadListSchema>

export const downloadsAtOnceMax = 4
