import { checkValue } from '#lib/params/check/check-value.ts'
import { defaultParams } from '#lib/params/effective-params.ts'
import { TooMuchWorkError, Work } from '#lib/params/matches.ts'
import { asList, asNumber, asTexts, isRecord } from '#lib/fields.ts'
import {
  asSchema,
  getParamTitle,
  type JsonSchema,
  type ParamSchema,
} from '#lib/params/param-schema.ts'
import { calculatePrice } from '#lib/params/price.ts'
import { listParamNames } from '#lib/params/check/rules.ts'
import { ownValue } from '#lib/own-value.ts'
import type { JsonPath } from './json-places.ts'
import { nearNames } from './near-names.ts'

export type SchemaFault = { path: JsonPath; message: string }

const types = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']
const keywords = [
  '$ref $defs $comment title description default examples deprecated nullable x-ui type const enum',
  'format pattern minLength maxLength contentEncoding contentMediaType contentSchema minimum maximum',
  'exclusiveMinimum exclusiveMaximum multipleOf readOnly writeOnly propertyNames patternProperties',
  'unevaluatedProperties unevaluatedItems $id $schema $anchor items prefixItems minItems maxItems uniqueItems contains minContains maxContains',
  'properties required additionalProperties dependentRequired minProperties maxProperties',
  'allOf anyOf oneOf not if then else',
].flatMap((line) => line.split(' '))
const hints = [
  'order group important advanced hidden widget step unit scale presets labels slots slotLabels',
  'uniqueBy visibleWhen valueWhenHidden omitWhenEmpty placeholder warning means accept maxBytes',
  'minSidePx maxSidePx recommendedMinSidePx',
].flatMap((line) => line.split(' '))

/**
 * Finds mistakes in a hand-written schema. Unknown keywords are ignored unless they look like
 * typos.
 */
export function lintSchema(schema: ParamSchema): SchemaFault[] {
  const faults: SchemaFault[] = []
  const names = Object.keys(schema.properties)
  const unknownName = (name: string): string => {
    const [near] = nearNames(name, names)
    return `There is no param “${name}”.${near === undefined ? '' : ` Did you mean ${near}?`}`
  }
  const nameAll = (part: unknown, path: JsonPath) => {
    for (const name of new Set(listParamNames(part))) {
      if (!names.includes(name)) faults.push({ path, message: unknownName(name) })
    }
  }

  for (const [at, name] of asTexts(schema.required).entries()) {
    if (!names.includes(name)) faults.push({ path: ['required', at], message: unknownName(name) })
  }
  for (const [name, field] of Object.entries(schema.properties)) {
    const path = ['properties', name]
    faults.push(...lintField(schema, name, field).map((fault) => under(path, fault)))
    const condition = asSchema(field['x-ui'])?.['visibleWhen']
    if (condition !== undefined) nameAll(condition, [...path, 'x-ui', 'visibleWhen'])
  }
  for (const [at, rule] of asList(schema['allOf']).entries()) {
    if (isRecord(rule)) nameAll(rule, ['allOf', at])
    else faults.push({ path: ['allOf', at], message: 'A rule must be an object.' })
  }
  faults.push(...lintPresets(schema, unknownName), ...lintPrice(schema))
  return faults
}

const under = (path: JsonPath, fault: SchemaFault): SchemaFault => ({
  ...fault,
  path: [...path, ...fault.path],
})

function lintField(schema: ParamSchema, name: string, field: JsonSchema): SchemaFault[] {
  const faults: SchemaFault[] = [...lintWords(field, keywords, 'A param')]
  const ui = field['x-ui']
  if (isRecord(ui)) {
    faults.push(...lintWords(ui, hints, 'x-ui').map((fault) => under(['x-ui'], fault)))
  } else if (ui !== undefined) faults.push({ path: ['x-ui'], message: 'x-ui must be an object.' })

  for (const type of [field['type']].flat()) {
    if (type === undefined || types.some((known) => known === type)) continue
    const message = `${JSON.stringify(type)} is not a type. Use ${types.join(', ')}.`
    faults.push({ path: ['type'], message })
  }
  const choices = field['enum']
  if (choices !== undefined && (!Array.isArray(choices) || choices.length === 0)) {
    faults.push({ path: ['enum'], message: 'enum must be a list with at least one value.' })
  }
  for (const [low, high] of bounds) {
    const [min, max] = [asNumber(ownValue(field, low)), asNumber(ownValue(field, high))]
    if (min !== undefined && max !== undefined && min > max) {
      faults.push({ path: [high], message: `${high} is below ${low}.` })
    }
  }
  if (faults.length === 0 && 'default' in field && field['default'] !== null) {
    const issue = firstIssue(schema, { name, field, value: field['default'] })
    if (issue !== undefined) faults.push({ path: ['default'], message: `The default: ${issue}` })
  }
  return faults
}

const bounds = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const

function lintWords(part: JsonSchema, known: readonly string[], what: string): SchemaFault[] {
  return Object.keys(part)
    .filter((word) => !known.includes(word))
    .flatMap((word) => {
      const [near] = nearNames(word, known, 0.75)
      if (near === undefined) return []
      return [{ path: [word], message: `${what} has no “${word}”. Did you mean ${near}?` }]
    })
}

function lintPresets(schema: ParamSchema, unknownName: (name: string) => string): SchemaFault[] {
  return asList(schema['x-presets']).flatMap((entry, at) => {
    const preset = asSchema(entry)
    const set = preset?.['set']
    if (typeof preset?.['name'] !== 'string' || !isRecord(set)) {
      const message = 'A preset needs a name and what to set: { "name": …, "set": { … } }.'
      return [{ path: ['x-presets', at], message }]
    }
    return Object.entries(set).flatMap(([name, value]) => {
      const path = ['x-presets', at, 'set', name]
      const field = ownValue(schema.properties, name)
      if (!field) return [{ path, message: unknownName(name) }]
      const issue = value === null ? undefined : firstIssue(schema, { name, field, value })
      return issue === undefined ? [] : [{ path, message: issue }]
    })
  })
}

function lintPrice(schema: ParamSchema): SchemaFault[] {
  if (schema['x-price'] === undefined || calculatePrice(schema, defaultParams(schema))) return []
  const message =
    'x-price needs a unit ("usd" or "credit"), a base or byValue, and an amount in each of add.'
  return [{ path: ['x-price'], message }]
}

type NamedValue = {
  readonly name: string
  readonly field: JsonSchema
  readonly value: unknown
}

function firstIssue(schema: ParamSchema, { name, field, value }: NamedValue): string | undefined {
  try {
    const place = { path: name, title: getParamTitle(field, name), work: new Work(schema) }
    return checkValue(field, value, place)[0]?.message
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error
    return 'The schema is too complex to check.'
  }
}
