import { hiddenValue, matches, TooMuchWorkError, Work } from './matches.ts'
import { asList, asTexts } from '#lib/fields.ts'
import { ownValue, setOwn } from '../own-value.ts'
import {
  asSchema,
  getHints,
  type JsonSchema,
  type Params,
  type ParamSchema,
} from './param-schema.ts'
import { type SchemaPart, readParams } from './read-part.ts'
import { listParamNames } from './check/rules.ts'

export function isHiddenField(field: JsonSchema): boolean {
  const hints = getHints(field)
  return hints['hidden'] === true || hints['widget'] === 'hidden' || 'const' in field
}

/**
 * Returns the default values of a schema without seeds, because a fixed seed would make all results
 * equal.
 */
export function defaultParams(schema: ParamSchema): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const [name, { schema: field }] of readParams(schema)) {
    const value = getDefault(field)
    if (value !== undefined) setOwn(params, name, value)
  }
  return params
}

function getDefault(field: JsonSchema): unknown {
  if ('const' in field) return field['const']
  if (getHints(field)['widget'] === 'seed') return undefined
  return field['default'] ?? undefined
}

/**
 * Returns the names of the visible fields. A field whose condition (`visibleWhen`) depends on a
 * hidden field is hidden too, unless `valueWhenHidden` of that field satisfies the condition.
 * Untouched fields count with their default. Cyclic conditions count as true.
 */
export function visibleFields(schema: ParamSchema, params: Params): string[] {
  const isVisible = visibility(schema, params)
  return [...readParams(schema)]
    .filter(([name, { schema: field }]) => !isHiddenField(field) && isVisible(name))
    .map(([name]) => name)
}

function visibility(schema: ParamSchema, params: Params): (name: string) => boolean {
  const known = new Map<string, boolean>()
  const work = new Work(schema)
  const fields = readParams(schema)

  const valueFor = (name: string): unknown => {
    const field = fields.get(name)?.schema
    if (field && !isVisible(name)) {
      const hints = getHints(field)
      return 'valueWhenHidden' in hints ? hints['valueWhenHidden'] : hiddenValue
    }
    const held = ownValue(params, name)
    return held === undefined && field ? getDefault(field) : held
  }

  const isVisible = (name: string): boolean => {
    const settled = known.get(name)
    if (settled !== undefined) return settled
    const condition = asSchema(getHints(fields.get(name)?.schema ?? {})['visibleWhen'])
    // A cyclic condition reads this value before the field is decided.
    known.set(name, true)
    if (!condition) return true
    const view: Record<string, unknown> = {}
    for (const other of listParamNames(condition)) {
      const value = valueFor(other)
      if (value !== undefined && value !== null) setOwn(view, other, value)
    }
    const shown = fits(condition, view, work)
    known.set(name, shown)
    return shown
  }
  return isVisible
}

function fits(condition: JsonSchema, view: Params, work: Work): boolean {
  try {
    return matches(condition, view, work)
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error
    return true
  }
}

/**
 * Converts a form's values to the params to send. Untouched fields get their default, so that the
 * stored params are complete. Hidden fields are omitted or get `valueWhenHidden`. An emptied field
 * is omitted, or sent empty if omitting it would restore the default.
 */
export const paramsToSend = (schema: ParamSchema, values: Params): Record<string, unknown> =>
  readForm(schema, values).sent

/** Returns the params to send, and the names of the visible fields. */
export function readForm(
  schema: ParamSchema,
  values: Params,
): { sent: Record<string, unknown>; visible: ReadonlySet<string> } {
  const isVisible = visibility(schema, values)
  const billed = billedByPresence(schema)
  const sent: Record<string, unknown> = {}
  const visible = new Set<string>()
  for (const [name, field] of readParams(schema)) {
    const isShown = isVisible(name)
    if (isShown && !isHiddenField(field.schema)) visible.add(name)
    if (ownValue(values, name) === undefined && billed.has(name)) continue
    const value = valueToSend(field, ownValue(values, name), isShown)
    if (value !== undefined) setOwn(sent, name, value)
  }
  return { sent, visible }
}

function billedByPresence(schema: ParamSchema): ReadonlySet<string> {
  const known = billedBySchema.get(schema)
  if (known) return known
  const names = asList(asSchema(schema['x-price'])?.['add']).flatMap((entry) => {
    const when = asSchema(asSchema(entry)?.['when'])
    const conditions = [when, ...asList(when?.['anyOf']).map(asSchema)]
    return conditions.flatMap((one) => (one?.['properties'] ? [] : asTexts(one?.['required'])))
  })
  const billed = new Set(names)
  billedBySchema.set(schema, billed)
  return billed
}

/** By schema: the params for which the provider charges extra whenever they are sent. */
const billedBySchema = new WeakMap<ParamSchema, ReadonlySet<string>>()

function valueToSend(
  { schema: field, nullable }: SchemaPart,
  held: unknown,
  isVisible: boolean,
): unknown {
  const hints = getHints(field)
  if (!isVisible) return hints['valueWhenHidden']
  if ('const' in field) return field['const']
  const preset = getDefault(field)
  if (held === undefined) return isBlank(preset) ? undefined : preset
  if (!isBlank(held)) return held
  if (hints['omitWhenEmpty'] === true || isBlank(preset)) return undefined
  if (held === null) return nullable ? null : undefined
  return held
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)
