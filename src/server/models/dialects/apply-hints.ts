import type { ParamSchema } from '#lib/params/param-schema.ts'
import type { Translated } from './field-hints.ts'
import { asList } from '#lib/fields.ts'
import { isPicture, type JsonSchema } from '#lib/params/param-schema.ts'
import { ownValue } from '#lib/own-value.ts'

/** What a gateway may say of a field that is also ours: its words count, ours explain. */
const bounds = ['enum', 'default', 'minimum', 'maximum', 'minLength', 'maxLength', 'maxItems']

/**
 * A gateway's own schema of a model that we know too: the gateway decides which params there are and
 * what their bounds are, ours lends titles, order, hints and the rules between fields. A gateway that
 * sends hints of its own is left as it is.
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
  // Pictures have one shape here, whatever they are called there.
  if (isPicture(ours)) return ours
  const own = bounds.flatMap((keyword) =>
    ownValue(foreign, keyword) === undefined
      ? []
      : [[keyword, ownValue(foreign, keyword)] as const],
  )
  return { ...ours, ...Object.fromEntries(own) }
}
