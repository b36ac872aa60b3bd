import { asSchema, getHints, type JsonSchema, type ParamSchema } from '#lib/params/param-schema.ts'

/**
 * Adds the position of each field in the form (`order`), in the order of the object's keys.
 * @param shared hints of all fields. A field can replace them.
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
