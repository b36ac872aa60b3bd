import { t } from '#lib/language/translate.ts'
import { isPresent, matches, type Work } from '../matches.ts'
import { asList, asText, asTexts } from '#lib/fields.ts'
import { ownValue } from '../../own-value.ts'
import {
  asSchema,
  getParamTitle,
  type JsonSchema,
  type Params,
  type ParamSchema,
} from '../param-schema.ts'
import { formatList } from './sentences.ts'

/**
 * Effect of a broken rule. The provider refuses the params, changes some, ignores some, or advises
 * against them. An effect with any other name never refuses the params.
 */
export type RuleEffect = 'reject' | 'server-overrides' | 'server-ignores' | 'advise' | (string & {})

/** A rule about several params. The user sees `message` if the params break the rule. */
export type Rule = { schema: JsonSchema; effect: RuleEffect; message: string }

/** A broken rule. `paths` are the params in the rule, and the first is the param to change. */
export type BrokenRule = { effect: RuleEffect; message: string; paths: string[] }

/**
 * Returns the rules of a schema: the entries of `allOf`, and `if`, `not` and `dependentRequired` of
 * the whole schema. A rule without `x-effect` has the effect `reject`.
 */
export function readRules(schema: ParamSchema): Rule[] {
  const known = rulesBySchema.get(schema)
  if (known) return known
  const parts = asList(schema['allOf']).map(asSchema)
  const { not, dependentRequired } = schema
  if ('if' in schema) {
    const keywords = ['if', 'then', 'else'].filter((keyword) => Object.hasOwn(schema, keyword))
    parts.push(Object.fromEntries(keywords.map((keyword) => [keyword, ownValue(schema, keyword)])))
  }
  if (not !== undefined) parts.push({ not })
  for (const [name, needed] of Object.entries(asSchema(dependentRequired) ?? {})) {
    parts.push({ dependentRequired: { [name]: needed } })
  }
  const rules = parts
    .filter((part) => part !== undefined)
    .map((rule) => ({
      schema: rule,
      effect: asText(rule['x-effect']) ?? 'reject',
      message:
        asText(rule['$comment']) ??
        asText(rule['description']) ??
        describeRule(rule, schema.properties),
    }))
  rulesBySchema.set(schema, rules)
  return rules
}

/** Cached, because rules are read on every key press and schemas never change. */
const rulesBySchema = new WeakMap<ParamSchema, Rule[]>()

/**
 * Returns the rules that the params break.
 * @throws {TooMuchWorkError} if `work` is exhausted.
 */
export function brokenRules(schema: ParamSchema, params: Params, work: Work): BrokenRule[] {
  return readRules(schema)
    .filter((rule) => !matches(rule.schema, params, work))
    .map(({ schema: rule, effect, message }) => ({
      effect,
      message,
      paths: blamed(rule, params, work),
    }))
}

export function ruledTogether(schema: ParamSchema, name: string): string[] {
  const names = readRules(schema)
    .map((rule) => listParamNames(rule.schema))
    .filter((together) => together.includes(name))
    .flat()
  return [...new Set(names)].filter((other) => other !== name)
}

function describeRule(rule: JsonSchema, properties: ParamSchema['properties']): string {
  const title = (name: string): string => getParamTitle(asSchema(ownValue(properties, name)), name)
  for (const [name, needed] of Object.entries(asSchema(rule['dependentRequired']) ?? {})) {
    return t('{name} needs {title} too.', {
      name: title(name),
      title: formatList(asTexts(needed).map(title), 'and'),
    })
  }
  const titles = [...new Set(listParamNames(rule))].map(title)
  return titles.length === 0
    ? t('These params cannot be combined.')
    : t('{titles} cannot be combined like this.', { titles: formatList(titles.slice(0, 6), 'and') })
}

/** Returns the params to change: those that `then` or `else` refuses, or all params of the rule. */
function blamed(rule: JsonSchema, params: Params, work: Work): string[] {
  const branch = matches(rule['if'] ?? true, params, work) ? rule['then'] : rule['else']
  const then = asSchema(branch) ?? rule
  const wrong = Object.entries(asSchema(then['properties']) ?? {})
    .filter(
      ([name, part]) => isPresent(params, name) && !matches(part, ownValue(params, name), work),
    )
    .map(([name]) => name)
  const missing = asTexts(then['required']).filter((name) => !isPresent(params, name))
  const paths = [...wrong, ...missing]
  return paths.length > 0 ? paths : [...new Set(listParamNames(then))]
}

export function listParamNames(schema: unknown, depth = 0): string[] {
  const part = asSchema(schema)
  if (!part || depth > 8) return []
  const inner = [
    ...asList(part['allOf']),
    ...asList(part['anyOf']),
    ...asList(part['oneOf']),
    part['not'],
    part['if'],
    part['then'],
    part['else'],
  ]
  const dependent = Object.entries(asSchema(part['dependentRequired']) ?? {})
  return [
    ...Object.keys(asSchema(part['properties']) ?? {}),
    ...asTexts(part['required']),
    ...dependent.flatMap(([name, others]) => [name, ...asTexts(others)]),
    ...inner.flatMap((one) => listParamNames(one, depth + 1)),
  ]
}
