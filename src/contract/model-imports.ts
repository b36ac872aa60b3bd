import * as z from 'zod/mini'
import { connectionIdSchema } from './connections.ts'

/** Longest source: a workflow of hundreds of nodes. */
export const importSourceLengthMax = 1024 * 1024

const nameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(80))
const paramNamesSchema = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(300))

/** `POST /api/model-imports/read`. Nothing is stored. */
export const readImportSchema = z.object({
  connection: connectionIdSchema,
  /** Name of a model or function, or the text of a workflow. */
  source: z.string().check(z.trim(), z.minLength(1), z.maxLength(importSourceLengthMax)),
  /** Of what has no name of its own: of a workflow’s file. */
  name: z.optional(nameSchema),
})
export type ReadImport = z.infer<typeof readImportSchema>

const importFieldSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  isRequired: z.boolean(),
  /** Whether it is shown in the form, and whether it is a picture, as far as can be guessed. */
  isShown: z.boolean(),
  isPicture: z.boolean(),
  mayBePicture: z.boolean(),
})

/** What a service says of a model, for a person to confirm. */
export const importDraftSchema = z.object({
  /** Its id once it is imported: `fal/fal-ai/trellis-2`. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  fields: z.array(importFieldSchema),
  /** What it puts out that may be the model, the likeliest first. */
  outputs: z.array(z.object({ id: z.string(), label: z.string() })),
})
export type ImportDraft = z.infer<typeof importDraftSchema>

/** `POST /api/model-imports`. */
export const createImportSchema = z.extend(readImportSchema, {
  /** Absent: the first file that is a model. */
  output: z.optional(z.string().check(z.maxLength(200))),
  pictures: paramNamesSchema,
  /** The params of its form. */
  params: paramNamesSchema,
})
export type CreateImport = z.infer<typeof createImportSchema>

/** A model that was imported. */
export const importedModelSchema = z.object({
  /** Of the import. */
  id: z.string(),
  connection: z.string(),
  /** Of the model, in the catalogue: `fal/fal-ai/trellis-2`. */
  modelId: z.string(),
  name: z.string(),
  /** When its service was asked last. */
  readAt: z.iso.datetime(),
})
export type ImportedModel = z.infer<typeof importedModelSchema>

/** `GET /api/model-imports`. `DELETE /:id` removes one. */
export const importListSchema = z.object({ imports: z.array(importedModelSchema) })
export type ImportList = z.infer<typeof importListSchema>

/** What is different between two descriptions of the same model, a param each. */
const schemaChangeSchema = z.object({
  name: z.string(),
  title: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  /** What of it has changed: `default`, `minimum`, `enum` …, and from what to what. */
  what: z.optional(z.string()),
  before: z.optional(z.string()),
  after: z.optional(z.string()),
})

/** `POST /api/model-imports/:id/compare`: stored is nothing. `POST /api/model-imports/:id/refresh` stores it. */
export const importChangesSchema = z.object({
  changes: z.array(schemaChangeSchema),
  /** Whether what was chosen as the model is no longer put out. */
  isOutputGone: z.boolean(),
})
export type ImportChanges = z.infer<typeof importChangesSchema>
