import { asRecord } from '#lib/fields.ts'
import { asSchema, type JsonSchema, type ParamSchema } from '#lib/params/param-schema.ts'
import { toParamSchema } from '../../models/openapi/to-param-schema.ts'
import { resolveRefs } from '../../models/openapi/resolve-refs.ts'

const schemaIn = (document: unknown, name: string): JsonSchema | undefined => {
  const schemas = asRecord(asRecord(asRecord(document)['components'])['schemas'])
  return Object.hasOwn(schemas, name) ? asSchema(schemas[name]) : undefined
}

/**
 * Returns the params of a model from the OpenAPI document of its latest version.
 * @returns `undefined` for a document without an input.
 */
export const paramsOfInput = (document: unknown): ParamSchema | undefined =>
  toParamSchema(resolveRefs(document, schemaIn(document, 'Input')))

export const getOutputSchema = (document: unknown): JsonSchema | undefined =>
  resolveRefs(document, schemaIn(document, 'Output'))
