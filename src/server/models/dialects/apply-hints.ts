import type { ParamSchema } from '#lib/params/param-schema.ts'
import type { Translated } from './field-hints.ts'
import { asList } from '#lib/fields.ts'
import { isPicture, type JsonSchema } from '#lib/params/param-schema.ts'
import { ownValue } from '#lib/own-value.ts'

/** JSON Schema keywords that a gateway's field overrides. */
const bounds = ['enum', 'default', 'minimum', 'maximum', 'minLength', 'maxLength', 'maxItems']

/**
 * Merges a gateway's schema with the built-in schema of the same model. The gateway decides which
 * params exist and their bounds. The built-in schema adds titles, order, hints and rules between
 * fields.
 */
export function applyHints(
  { schema: foreign, hasHints }: Translated,
  ours: ParamSchema,
): ParamSchema {
  if (hasHints) return foreign
  const properties = Object.entries(foreign.properties).map(([name, field]) => {
    const known = Object.hasOwn(ours.properties, name) ? ours.properties[name] : undefined
    return [name, known ? applyFieldHints(field, known) : field] as const
  })
  const {
    allOf: ourRules,
    anyOf,
    oneOf,
    properties: _properties,
    required: _required,
    ...rest
  } = ours
  const rules = [...asList(foreign['allOf']), ...asList(ourRules)]
  return {
    ...rest,
    ...(anyOf !== undefined && { anyOf }),
    ...(oneOf !== undefined && { oneOf }),
    ...foreign,
    properties: Object.fromEntries(properties),
    ...(rules.length > 0 && { allOf: rules }),
  }
}

function applyFieldHints(foreign: JsonSchema, ours: JsonSchema): JsonSchema {
  // Picture fields of the gateway are ignored, because all built-in schemas represent pictures in
  // the same way.
  if (isPicture(ours)) return ours
  const own = bounds.flatMap((keyword) =>
    ownValue(foreign, keyword) === undefined
      ? []
      : [[keyword, ownValue(foreign, keyword)] as const],
  )
  return { ...ours, ...Object.fromEntries(own) }
}
