import { asList, asNumber, asTexts, isRecord } from '#lib/fields.ts'
import { t } from '#lib/language/translate.ts'
import { ownValue } from '../own-value.ts'
import { followPointer } from './follow-pointer.ts'
import { asSchema, type JsonSchema } from './param-schema.ts'
import { countPatternSteps } from './pattern-steps.ts'

/** Thrown if a schema needs more steps than one check may take. */
export class TooMuchWorkError extends Error {
  override readonly name = 'TooMuchWorkError'
}

/** Limits the steps of one check, and holds the root schema for local `$ref`s. */
export class Work {
  private steps = 20_000
  /** Steps left for regular expressions in one check. Five million steps take about 20 ms. */
  private patternSteps = 5_000_000
  readonly root: JsonSchema
  isNegated = false
  constructor(root: JsonSchema) {
    this.root = root
  }
  step(): void {
    if (this.steps-- <= 0) throw new TooMuchWorkError(t('The schema is too complex.'))
  }
  /**
   * Uses steps for a pattern.
   * @returns false if too few steps are left to try the pattern.
   */
  takePatternSteps(count: number): boolean {
    if (count > this.patternSteps) return false
    this.patternSteps -= count
    return true
  }
}

const depthMax = 40

/**
 * Marks a hidden field in conditions. The field counts as missing, and conditions on its value are
 * false, even negated conditions.
 */
export const hiddenValue: unique symbol = Symbol('hidden')

/**
 * Returns whether `value` matches `schema`. Supports the part of JSON Schema 2020-12 that params
 * use. Unknown and malformed keywords match everything. Patterns are tested only on texts up to
 * 1,000 characters, and only if their number of steps is limited.
 * @throws {TooMuchWorkError} if `work` is exhausted.
 */
export const matches = (schema: unknown, value: unknown, work: Work): boolean =>
  matchesAt(schema, value, { work, depth: 0 })

type Level = { work: Work; depth: number }

function matchesAt(schema: unknown, value: unknown, level: Level): boolean {
  const { work, depth } = level
  work.step()
  if (value === hiddenValue) return schema === true || work.isNegated
  if (typeof schema === 'boolean') return schema
  if (!isRecord(schema) || depth > depthMax) return true
  const deeper = { work, depth: depth + 1 }
  const fits = (part: unknown, of: unknown = value): boolean => matchesAt(part, of, deeper)

  if (value === null && schema['nullable'] === true) return true
  const target = resolveRef(schema, work.root)
  if (target !== undefined && !fits(target)) return false
  if ('const' in schema && !isEqual(schema['const'], value)) return false
  const choices = schema['enum']
  if (Array.isArray(choices) && !choices.some((choice) => isEqual(choice, value))) return false
  if (!fitsType(schema['type'], value)) return false
  if (typeof value === 'number' && !fitsNumber(schema, value)) return false
  if (typeof value === 'string' && !fitsText(schema, value, work)) return false
  if (Array.isArray(value) && !fitsList(schema, value, fits)) return false
  if (isRecord(value) && !fitsObject(schema, value, { fits, work })) return false

  if (!asList(schema['allOf']).every((part) => fits(part))) return false
  const anyOf = asList(schema['anyOf'])
  if (anyOf.length > 0 && !anyOf.some((part) => fits(part))) return false
  const oneOf = asList(schema['oneOf'])
  if (oneOf.length > 0 && oneOf.filter((part) => fits(part)).length !== 1) return false
  if ('not' in schema) {
    work.isNegated = !work.isNegated
    const fitsWrong = fits(schema['not'])
    work.isNegated = !work.isNegated
    if (fitsWrong) return false
  }
  if ('if' in schema) {
    const branch = fits(schema['if']) ? schema['then'] : schema['else']
    if (branch !== undefined && !fits(branch)) return false
  }
  return true
}

/**
 * Resolves a local `$ref` such as `#/$defs/size`. Returns `undefined` for a missing or invalid
 * reference.
 */
export function resolveRef(schema: JsonSchema, root: JsonSchema): unknown {
  const ref = schema['$ref']
  if (typeof ref !== 'string') return undefined
  return ref === '#' ? root : followPointer(root, ref)
}

export function fitsType(type: unknown, value: unknown): boolean {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  return types.some((one) => {
    switch (one) {
      case 'null':
        return value === null
      case 'integer':
        return Number.isInteger(value)
      case 'number':
        return typeof value === 'number' && Number.isFinite(value)
      case 'array':
        return Array.isArray(value)
      case 'object':
        return isRecord(value)
      case 'string':
      case 'boolean':
        return typeof value === one
      default:
        return true
    }
  })
}

export function fitsNumber(schema: JsonSchema, value: number): boolean {
  const factor = asNumber(schema['multipleOf'])
  return (
    value >= (asNumber(schema['minimum']) ?? -Infinity) &&
    value <= (asNumber(schema['maximum']) ?? Infinity) &&
    value > (asNumber(schema['exclusiveMinimum']) ?? -Infinity) &&
    value < (asNumber(schema['exclusiveMaximum']) ?? Infinity) &&
    (factor === undefined || factor <= 0 || isMultiple(value, factor))
  )
}

/** Allows rounding errors, so that 0.3 is a multiple of 0.1. */
function isMultiple(value: number, factor: number): boolean {
  const ratio = value / factor
  return Math.abs(ratio - Math.round(ratio)) <= 1e-9 * Math.max(1, Math.abs(ratio))
}

/** Length in UTF-16 units above which a text is measured in UTF-16 units instead of code points. */
const countedMax = 100_000

/** Returns the number of code points in a text, or of UTF-16 units for a long text. */
export function countCharacters(text: string): number {
  if (text.length > countedMax) return text.length
  let length = 0
  for (const _ of text) length++
  return length
}

export function fitsText(schema: JsonSchema, value: string, work: Work): boolean {
  const min = asNumber(schema['minLength'])
  const max = asNumber(schema['maxLength'])
  if (min !== undefined || max !== undefined) {
    const length = countCharacters(value)
    if (length < (min ?? 0) || length > (max ?? Infinity)) return false
  }
  const pattern = schema['pattern']
  if (typeof pattern !== 'string' || value.length > 1_000) return true
  const compiled = compile(pattern)
  // Schemas come from providers and files, and a slow pattern would block the whole server. So do
  // not run a slow pattern.
  if (!compiled || !work.takePatternSteps(countPatternSteps(pattern, value.length))) {
    return !work.isNegated
  }
  return compiled.test(value)
}

function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return undefined
  }
}

type Fits = (part: unknown, of: unknown) => boolean

function fitsList(schema: JsonSchema, value: readonly unknown[], fits: Fits): boolean {
  if (value.length < (asNumber(schema['minItems']) ?? 0)) return false
  if (value.length > (asNumber(schema['maxItems']) ?? Infinity)) return false
  const first = asList(schema['prefixItems'])
  const rest = schema['items']
  if (!value.every((item, at) => fits(at < first.length ? first[at] : (rest ?? true), item))) {
    return false
  }
  if (!holdsEnough(schema, value, fits)) return false
  if (schema['uniqueItems'] !== true) return true
  return new Set(value.map((item) => JSON.stringify(item))).size === value.length
}

function holdsEnough(schema: JsonSchema, value: readonly unknown[], fits: Fits): boolean {
  const wanted = schema['contains']
  if (wanted === undefined) return true
  const count = value.filter((item) => fits(wanted, item)).length
  return (
    count >= (asNumber(schema['minContains']) ?? 1) &&
    count <= (asNumber(schema['maxContains']) ?? Infinity)
  )
}

function fitsObject(
  schema: JsonSchema,
  value: { readonly [key: string]: unknown },
  { fits, work }: { fits: Fits; work: Work },
): boolean {
  const properties = asSchema(schema['properties']) ?? {}
  for (const name of asTexts(schema['required'])) {
    const isAsked = work.isNegated && value[name] === hiddenValue && Object.hasOwn(properties, name)
    if (!isPresent(value, name) && !isAsked) return false
  }
  const count = Object.keys(value).length
  if (count < (asNumber(schema['minProperties']) ?? 0)) return false
  if (count > (asNumber(schema['maxProperties']) ?? Infinity)) return false
  for (const [name, others] of Object.entries(asSchema(schema['dependentRequired']) ?? {})) {
    if (isPresent(value, name) && !asTexts(others).every((other) => isPresent(value, other))) {
      return false
    }
  }
  for (const [name, part] of Object.entries(properties)) {
    if (Object.hasOwn(value, name) && value[name] !== undefined && !fits(part, value[name])) {
      return false
    }
  }
  const others = schema['additionalProperties']
  if (others === undefined || others === true) return true
  return Object.keys(value).every(
    (key) => Object.hasOwn(properties, key) || fits(others, ownValue(value, key)),
  )
}

/** Returns whether an object has a visible and defined value for `name`. */
export function isPresent(value: { readonly [key: string]: unknown }, name: string): boolean {
  const held = Object.hasOwn(value, name) ? value[name] : undefined
  return held !== undefined && held !== hiddenValue
}

/** Compares JSON values deeply, regardless of the order of keys. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, at) => isEqual(item, b[at]))
  }
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(ownValue(a, key), b[key]))
  )
}
