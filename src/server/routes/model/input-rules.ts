import { asList, asTexts } from '#lib/fields.ts'
import { asSchema, type JsonSchema, type ParamSchema } from '#lib/params/param-schema.ts'
import { readRules } from '#lib/params/check/rules.ts'

/**
 * A rule between params, in the format of `model-contract.v1`. The rule applies if the params in
 * `when` have these values.
 */
export type InputRule = {
  kind: 'one_of' | 'at_least_one' | 'requires' | 'mutually_exclusive'
  fields?: string[]
  when?: Record<string, unknown>
  required?: string[]
  notes?: string
}

/**
 * Converts the rules of a schema to the format of `model-contract.v1`. Rules that this format
 * cannot express are checked only by the server.
 */
export const inputRules = (schema: ParamSchema): InputRule[] => [
  ...oneOfRules(alternatives(schema['oneOf'])),
  ...toRules(schema),
  ...readRules(schema).flatMap(({ schema: rule, effect, message }) => {
    const then = asSchema(rule['then'])
    const when = then && valuesIn(rule['if'], alternatives(then['oneOf']))
    if (effect !== 'reject' || !then || !when) return []
    const required = asTexts(then['required'])
    const rules = toRules(then)
    if (required.length > 0) rules.push({ kind: 'requires', required })
    return rules.map((one) => ({
      ...one,
      ...(Object.keys(when).length > 0 && { when }),
      notes: message,
    }))
  }),
]

/**
 * Returns the rule that exactly one of some params is required. Only a whole schema can have this
 * rule, because a condition cannot require a param.
 */
const oneOfRules = (fields: string[] | undefined): InputRule[] =>
  fields ? [{ kind: 'one_of', fields }] : []

function toRules(schema: JsonSchema): InputRule[] {
  const oneOf = alternatives(schema['oneOf'])
  const anyOf = alternatives(schema['anyOf'])
  const together = asTexts(asSchema(schema['not'])?.['required'])
  return [
    ...(oneOf ? [{ kind: 'mutually_exclusive' as const, fields: oneOf }] : []),
    ...(anyOf ? [{ kind: 'at_least_one' as const, fields: anyOf }] : []),
    ...(together.length === 2 ? [{ kind: 'mutually_exclusive' as const, fields: together }] : []),
  ]
}

/**
 * Returns the params if each alternative requires exactly one param. Otherwise returns `undefined`.
 */
function alternatives(options: unknown): string[] | undefined {
  const names = asList(options).map((option) => asTexts(asSchema(option)?.['required']))
  return names.length > 0 && names.every((list) => list.length === 1) ? names.flat() : undefined
}

/**
 * Returns the constant values, by param, that a condition requires. The result is `undefined` if
 * the condition requires anything but constants.
 * @param given params of a rule that allows only one of them. A condition that one of them is set
 * is ignored.
 */
function valuesIn(
  condition: unknown,
  given: string[] | undefined,
): Record<string, unknown> | undefined {
  const { properties, required, allOf, anyOf, ...others } = asSchema(condition) ?? {}
  const isAboutGiven =
    anyOf === undefined || alternatives(anyOf)?.every((name) => given?.includes(name))
  const values = Object.entries(asSchema(properties) ?? {}).map(
    ([name, part]) => [name, constIn(part)] as const,
  )
  const isSimple =
    isAboutGiven &&
    Object.keys(others).length === 0 &&
    asTexts(required).every((name) => values.some(([held]) => held === name)) &&
    values.every(([name, value]) => value !== undefined && asTexts(required).includes(name))
  if (!isSimple) return undefined
  const parts = asList(allOf).map((part) => valuesIn(part, given))
  if (parts.includes(undefined)) return undefined
  const all: Record<string, unknown> = Object.assign({}, ...parts, Object.fromEntries(values))
  return all
}

function constIn(part: unknown): unknown {
  const { const: value, ...others } = asSchema(part) ?? {}
  return Object.keys(others).length === 0 ? value : undefined
}
