import * as z from 'zod/mini'
import { requestJson } from './http/http.ts'

const schemaSchema = z.looseObject({})
/** The part of JSON Schema that the API reference page shows. */
export type ReferenceSchema = z.infer<typeof schemaSchema>

const contentSchema = z.record(
  z.string(),
  z.looseObject({ schema: z.optional(schemaSchema), example: z.optional(z.unknown()) }),
)

const operationSchema = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.optional(z.string()),
  deprecated: z.optional(z.boolean()),
  security: z.optional(z.array(z.unknown())),
  parameters: z.optional(
    z.array(
      z.looseObject({ name: z.string(), in: z.string(), description: z.optional(z.string()) }),
    ),
  ),
  requestBody: z.optional(z.looseObject({ content: contentSchema })),
  responses: z.record(
    z.string(),
    z.looseObject({ description: z.string(), content: z.optional(contentSchema) }),
  ),
  'x-aliases': z.optional(z.array(z.string())),
  'x-alias-of': z.optional(z.string()),
})
export type ReferenceOperation = z.infer<typeof operationSchema>

const referenceSchema = z.looseObject({
  info: z.looseObject({ title: z.string(), version: z.string(), description: z.string() }),
  tags: z.array(z.looseObject({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({ schemas: z.record(z.string(), schemaSchema) }),
  'x-errors': z.array(z.object({ code: z.string(), status: z.number() })),
})

/** The part of the server's OpenAPI description that the API reference page shows. */
export type Reference = z.infer<typeof referenceSchema>

export const readReference = (signal?: AbortSignal): Promise<Reference> =>
  requestJson(referenceSchema, '/openapi.json', { signal })
