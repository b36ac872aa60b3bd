import { asSchema, getHints, type JsonSchema, type ParamSchema } from '#lib/params/param-schema.ts'

/**
 * Numbers the fields of a form in the order in which they are written.
 * @param shared hints of all fields, which a field can override.
 */
export const toOrderedProperties = (
  fields: JsonSchema,
  shared: JsonSchema = {},
): ParamSchema['properties'] =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value], order) => {
      const field = asSchema(value) ?? {}
      return [name, { ...field, 'x-ui': { order, ...shared, ...getHints(field) } }]
    }),
  )
