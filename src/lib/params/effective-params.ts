import { hiddenValue, matches, TooMuchWorkError, Work } from './matches.ts'
import { asList, asTexts } from '#lib/fields.ts'
import { ownValue, setOwn } from '../own-value.ts'
import {
  asSchema,
  hintsOf,
  type JsonSchema,
  type Params,
  type ParamSchema,
} from './param-schema.ts'
import { type Part, readParams } from './read-part.ts'
import { namesIn } from './check/rules.ts'

/** A field that the form never shows: fixed by `const`, or marked as hidden. */
export function isHiddenField(field: JsonSchema): boolean {
  const hints = hintsOf(field)
  return hints['hidden'] === true || hints['widget'] === 'hidden' || 'const' in field
}

/**
 * The values that the schema presets. Seeds are left out even where the schema has one: a seed that is
 * filled in by accident makes every result the same.
 */
export function defaultParams(schema: ParamSchema): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const [name, { schema: field }] of readParams(schema)) {
    const value = defaultOf(field)
    if (value !== undefined) setOwn(params, name, value)
  }
  return params
}

function defaultOf(field: JsonSchema): unknown {
  if ('const' in field) return field['const']
  if (hintsOf(field)['widget'] === 'seed') return undefined
  return field['default'] ?? undefined
}

/**
 * Names of the fields to show, in the schema's order. `visibleWhen` is asked down the chain: a field
 * whose condition rests on a hidden field is hidden too, unless `valueWhenHidden` of that one fits. An
 * absent field counts with its default. Conditions that run in a circle count as met.
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
      const hints = hintsOf(field)
      return 'valueWhenHidden' in hints ? hints['valueWhenHidden'] : hiddenValue
    }
    const held = ownValue(params, name)
    return held === undefined && field ? defaultOf(field) : held
  }

  const isVisible = (name: string): boolean => {
    const settled = known.get(name)
    if (settled !== undefined) return settled
    const condition = asSchema(hintsOf(fields.get(name)?.schema ?? {})['visibleWhen'])
    // Also what a circle reads while this field is still being decided.
    known.set(name, true)
    if (!condition) return true
    const view: Record<string, unknown> = {}
    for (const other of namesIn(condition)) {
      const value = valueFor(other)
      // A cleared field is as good as absent.
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
 * What a form's values become on the wire. In the form `undefined` means untouched, and `null` or `''`
 * means cleared.
 *
 * Untouched fields are sent with their default, so that the recipe says everything, but for those whose
 * mere presence is billed. Hidden ones are
 * left out or sent with `valueWhenHidden`; `const` ones are always sent. A cleared field is left out,
 * but sent as `null` (or `''`) where leaving it out would bring the default back. Values under names
 * that the schema does not have are dropped.
 */
export const paramsToSend = (schema: ParamSchema, values: Params): Record<string, unknown> =>
  readForm(schema, values).sent

/** What a form's values become on the wire, and the names of the fields to show, in one go. */
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

/** Params that cost extra as soon as they are sent, whatever their value, as `x-price` tells. */
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

/** A schema never changes once it is here, and is asked at every keystroke. */
const billedBySchema = new WeakMap<ParamSchema, ReadonlySet<string>>()

function valueToSend(
  { schema: field, nullable }: Part,
  held: unknown,
  isVisible: boolean,
): unknown {
  const hints = hintsOf(field)
  if (!isVisible) return hints['valueWhenHidden']
  if ('const' in field) return field['const']
  const preset = defaultOf(field)
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
