// oxlint-disable unicorn/no-thenable -- a word of JSON Schema
import { z } from 'zod'
import { asList, asTexts, isRecord } from '#lib/fields.ts'
import { asSchema, getParamTitle, type JsonSchema } from '#lib/params/param-schema.ts'
import { formatList } from '#lib/params/check/sentences.ts'
import { ownValue } from '#lib/own-value.ts'
import { cleanSchema } from './clean-schema.ts'
import { envelopeNames, listObjectFields, withFieldHints, type Translated } from './field-hints.ts'

const rulesMax = 50

const ruleSchema = z.looseObject({
  kind: z.enum(['one_of', 'at_least_one', 'requires', 'mutually_exclusive']),
  // May be empty, because a rule of the kind `requires` may have only `when`.
  fields: z.array(z.string()).max(20).default([]),
  when: z.unknown().optional(),
  required: z.array(z.string()).max(20).nullish().catch(undefined),
})
type Rule = z.infer<typeof ruleSchema>

/**
 * Converts `input_schema` and `input_rules` of a `model-contract.v1` to a param schema. Another
 * Bozzetto server also sends `param_schema`, which is used unchanged.
 * @returns `undefined` if the contract describes no params.
 */
export function schemaFromContract(contract: unknown): Translated | undefined {
  if (!isRecord(contract)) return undefined
  const whole = cleanSchema(contract['param_schema'] ?? contract['input_schema'])
  const schema = whole && paramsWithin(whole)
  const named = Object.entries(listObjectFields(schema)).filter(
    ([name]) => !envelopeNames.has(name),
  )
  if (!schema || named.length === 0) return undefined
  const properties = withFieldHints(Object.fromEntries(named))
  const hasHints = named.some(([, field]) => 'x-ui' in field)
  // The schema of another Bozzetto server already contains the rules in more detail.
  const rules = asList(hasHints ? [] : contract['input_rules'])
    .slice(0, rulesMax)
    .flatMap((rule) => ruleSchema.safeParse(rule).data ?? [])
    .flatMap((rule) => ruleAsSchema(rule, properties) ?? [])
  const { properties: _properties, required, allOf, ...rest } = schema
  const allRules = [...asList(allOf), ...rules]
  return {
    hasHints,
    schema: {
      additionalProperties: true,
      ...rest,
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties,
      required: asTexts(required).filter((name) => Object.hasOwn(properties, name)),
      ...(allRules.length > 0 && { allOf: allRules }),
    },
  }
}

/** Unwraps `input[] → params` if a contract describes the whole request. */
function paramsWithin(schema: JsonSchema): JsonSchema {
  const input = listObjectFields(schema)['input']
  const entry = asSchema(input?.['items']) ?? asSchema(asList(input?.['prefixItems'])[0]) ?? input
  return listObjectFields(entry)['params'] ?? listObjectFields(schema)['params'] ?? schema
}

function ruleAsSchema(
  { kind, fields, when, required }: Rule,
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema | undefined {
  if (!fields.every((name) => Object.hasOwn(properties, name))) return undefined
  if (fields.length === 0 && kind !== 'requires') return undefined
  const words = (names: readonly string[]) =>
    formatList(
      names.map((name) => getParamTitle(ownValue(properties, name), name)),
      'and',
    )
  switch (kind) {
    case 'one_of':
      return reject(`Give exactly one of ${words(fields)}.`, { oneOf: fields.map(given) })
    case 'at_least_one':
      return reject(`Give at least one of ${words(fields)}.`, { anyOf: fields.map(given) })
    case 'mutually_exclusive':
      return reject(`Give only one of ${words(fields)}.`, {
        not: { anyOf: getPairs(fields).map((pair) => ({ required: pair })) },
      })
    case 'requires': {
      const wanted = required ?? []
      const condition = getCondition(fields, when)
      if (!condition || wanted.length === 0) return undefined
      const names = fields.length > 0 ? fields : condition.required
      return reject(`Also give ${words(wanted)} with ${words(names)}.`, {
        if: condition,
        then: { required: wanted },
      })
    }
  }
}

/**
 * Converts the condition of a rule. `when` contains values of fields, such as `{generate_type:
 * 'Sketch'}`. Without `when`, the fields must be present.
 */
function getCondition(
  fields: readonly string[],
  when: unknown,
): { required: readonly string[]; properties?: JsonSchema } | undefined {
  if (when === undefined || when === null) {
    return fields.length === 0 ? undefined : { required: fields }
  }
  if (!isRecord(when)) return undefined
  const names = Object.keys(when)
  if (names.length === 0) return undefined
  return {
    required: names,
    properties: Object.fromEntries(
      names.map((name) => {
        const value = ownValue(when, name)
        return [name, Array.isArray(value) ? { enum: value } : { const: value }]
      }),
    ),
  }
}

const reject = ($comment: string, rule: JsonSchema): JsonSchema => ({
  $comment,
  'x-effect': 'reject',
  ...rule,
})

const given = (name: string): JsonSchema => ({ required: [name] })

const getPairs = (names: readonly string[]): [string, string][] =>
  names.flatMap((first, at) =>
    names.slice(at + 1).map((second): [string, string] => [first, second]),
  )
