import * as z from 'zod/mini'
import { connectionIdSchema } from './connections.ts'

/** Maximum length of a source in UTF-16 units, enough for a workflow with hundreds of nodes. */
export const importSourceLengthMax = 1024 * 1024

const nameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(80))
const paramNamesSchema = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(300))

/** Body of `POST /api/model-imports/read`, which stores nothing. */
export const readImportSchema = z.object({
  connection: connectionIdSchema,
  /** Name of a model or function, or the JSON text of a workflow. */
  source: z.string().check(z.trim(), z.minLength(1), z.maxLength(importSourceLengthMax)),
  /** Display name for a source without a name, such as a workflow file. */
  name: z.optional(nameSchema),
})
export type ReadImport = z.infer<typeof readImportSchema>

const importFieldSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  isRequired: z.boolean(),
  /** True if the form should show the param by default. */
  isShown: z.boolean(),
  isPicture: z.boolean(),
  mayBePicture: z.boolean(),
})

/** Description of a model from its provider, which the user must confirm. */
export const importDraftSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  fields: z.array(importFieldSchema),
  /** Outputs that may contain the 3D model, the most likely output first. */
  outputs: z.array(z.object({ id: z.string(), label: z.string() })),
})
export type ImportDraft = z.infer<typeof importDraftSchema>

/** Body of `POST /api/model-imports`. */
export const createImportSchema = z.extend(readImportSchema, {
  /** Id of the output with the 3D model. The default is the first output that is a 3D model. */
  output: z.optional(z.string().check(z.maxLength(200))),
  pictures: paramNamesSchema,
  params: paramNamesSchema,
})
export type CreateImport = z.infer<typeof createImportSchema>

export const importedModelSchema = z.object({
  id: z.string(),
  connection: z.string(),
  modelId: z.string(),
  name: z.string(),
  readAt: z.iso.datetime(),
})
export type ImportedModel = z.infer<typeof importedModelSchema>

/** Response of `GET /api/model-imports`. `DELETE /:id` removes an import. */
export const importListSchema = z.object({ imports: z.array(importedModelSchema) })
export type ImportList = z.infer<typeof importListSchema>

const schemaChangeSchema = z.object({
  name: z.string(),
  title: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  /** The changed keyword, such as `default`, `minimum` or `enum`, with its old and new value. */
  what: z.optional(z.string()),
  before: z.optional(z.string()),
  after: z.optional(z.string()),
})

/**
 * Response of `POST /api/model-imports/:id/compare`, which stores nothing. `POST
 * /api/model-imports/:id/refresh` stores the changes.
 */
export const importChangesSchema = z.object({
  changes: z.array(schemaChangeSchema),
  /** True if the provider no longer lists the output that the user selected as 3D model. */
  isOutputGone: z.boolean(),
})
export type ImportChanges = z.infer<typeof importChangesSchema>
