import { isHiddenField } from './effective-params.ts'
import { asList, asNumber, asText, asTexts } from '#lib/fields.ts'
import { setOwn } from '../own-value.ts'
import {
  asSchema,
  choicesOf,
  hintsOf,
  isPicture,
  titleOf,
  type JsonSchema,
  type ParamSchema,
} from './param-schema.ts'
import { type Part, readParams } from './read-part.ts'
import {
  pictureRulesOf,
  picturesKind,
  slotsOf,
  viewKeysOf,
  type PictureRules,
  type ViewKeys,
  type ViewSlot,
} from './read-pictures.ts'

export type { PictureRules } from './read-pictures.ts'

type FieldKind =
  | 'picture'
  | 'pictures'
  | 'views'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'text'
  | 'enum'
  | 'choices'
  | 'seed'
  | 'json'

type FieldChoice = { value: unknown; label: string }

/** One field of a form, with everything that is needed to draw it. */
export type Field = {
  name: string
  title: string
  description?: string
  kind: FieldKind
  /** Name of the block that it stands in: `input`, `geometry`, … */
  group: string
  /** Folded away until asked for. */
  advanced: boolean
  required: boolean
  /** "T or null": may be cleared, which is sent as `null` where that differs from leaving it out. */
  nullable: boolean
  /** How to show it (`slider`, `segmented`, `textarea`, …), where the schema says. */
  widget?: string
  default?: unknown
  /** Of `seed`: the one that the model takes when none is sent; absent where it draws one. */
  fallback?: number
  unit?: string
  min?: number
  max?: number
  /** For the control only; values between the steps are allowed. */
  step?: number
  scale: 'linear' | 'log'
  /** Numbers worth offering with one click. */
  presets: number[]
  lengthMax?: number
  /** Of `enum`, and of `choices`, which is any number of them. */
  choices: FieldChoice[]
  /** Of `picture`, `pictures` and `views`. */
  picture?: PictureRules
  /** Of `views`: the places, in the order that they are sent. */
  slots: ViewSlot[]
  /** Of `views`: how a place is written, where it is not the picture alone. */
  viewKeys?: ViewKeys
  /** Of `pictures`: how many at most. */
  countMax?: number
  /** Shown in an empty field. */
  placeholder?: string
  /** What to know before switching it on. */
  warning?: string
}

/** Fields of the same block, in order. */
export type FieldGroup = { name: string; title: string; fields: Field[] }

/**
 * The fields of a form in the schema's order, without those that are fixed or hidden for good. What is
 * not understood becomes kind `json`, so that no param is out of reach.
 */
export function readFields(schema: ParamSchema): readonly Field[] {
  const known = fieldsBySchema.get(schema)
  if (known) return known
  const fields = readAll(schema)
  fieldsBySchema.set(schema, fields)
  return fields
}

/** A schema never changes once it is here, and several parts of a page ask for its fields. */
const fieldsBySchema = new WeakMap<ParamSchema, readonly Field[]>()

function readAll(schema: ParamSchema): Field[] {
  const required = new Set(asTexts(schema.required))
  return [...readParams(schema)]
    .filter(([, part]) => !isHiddenField(part.schema))
    .map(([name, part], at) => ({
      field: readField(name, part, required.has(name)),
      order: asNumber(hintsOf(part.schema)['order']) ?? 10_000 + at,
    }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ field }) => field)
}

/** Fields in blocks, blocks in the order of their first field. */
export function groupFields(fields: readonly Field[]): FieldGroup[] {
  const groups = new Map<string, FieldGroup>()
  for (const field of fields) {
    const group = groups.get(field.group)
    if (group) group.fields.push(field)
    else {
      const title = groupTitle(field.group)
      groups.set(field.group, { name: field.group, title, fields: [field] })
    }
  }
  return [...groups.values()]
}

/** `stage:structure` → `Structure`, `input` → `Input`. */
function groupTitle(name: string): string {
  const word = name.replace(/^stage:/, '').replaceAll('_', ' ')
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function readField(name: string, { schema, nullable }: Part, required: boolean): Field {
  const hints = hintsOf(schema)
  const kind = kindOf(schema)
  const items = asSchema(schema['items'])
  const group = asText(hints['group']) ?? 'settings'
  return {
    name,
    title: titleOf(schema, name),
    kind,
    group,
    advanced: hints['advanced'] === true || group === 'advanced' || schema['deprecated'] === true,
    required,
    nullable,
    scale: hints['scale'] === 'log' && (asNumber(schema['minimum']) ?? 0) > 0 ? 'log' : 'linear',
    presets: asList(hints['presets']).filter((value) => typeof value === 'number'),
    choices: choicesIn(kind, schema, items),
    slots: kind === 'views' ? slotsOf(schema) : [],
    ...defined({
      description: asText(schema['description']),
      widget: asText(hints['widget']),
      default: kind === 'seed' ? undefined : (schema['default'] ?? undefined),
      fallback: kind === 'seed' ? asNumber(schema['default']) : undefined,
      unit: asText(hints['unit']),
      min: asNumber(schema['minimum']),
      max: asNumber(schema['maximum']),
      step: asNumber(hints['step']) ?? asNumber(schema['multipleOf']),
      lengthMax: asNumber(schema['maxLength']),
      warning: asText(hints['warning']),
      countMax: kind === 'pictures' ? asNumber(schema['maxItems']) : undefined,
      picture:
        kind === 'picture' || kind === 'pictures' || kind === 'views'
          ? pictureRulesOf(schema)
          : undefined,
      viewKeys: kind === 'views' ? viewKeysOf(schema) : undefined,
      placeholder: asText(hints['placeholder']),
    }),
  }
}

/** Of a list of choices the labels stand with the list or with its entries. */
function choicesIn(kind: FieldKind, schema: JsonSchema, items?: JsonSchema): FieldChoice[] {
  if (kind === 'enum') return choicesOf(schema) ?? []
  if (kind !== 'choices' || !items) return []
  return choicesOf({ 'x-ui': hintsOf(schema), ...items }) ?? []
}

function kindOf(schema: JsonSchema): FieldKind {
  const widget = hintsOf(schema)['widget']
  if (isPicture(schema)) return 'picture'
  if (schema['type'] === 'array') {
    return picturesKind(schema) ?? (asSchema(schema['items'])?.['enum'] ? 'choices' : 'json')
  }
  if (choicesOf(schema)) return 'enum'
  switch (schema['type']) {
    case 'integer':
      return widget === 'seed' ? 'seed' : 'integer'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'string':
      return 'text'
    default:
      return 'json'
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The same object without the keys whose value is `undefined`. */
function defined<T extends Record<string, unknown>>(values: T): Defined<T> {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(values))
    if (value !== undefined) setOwn(kept, key, value)
  return kept as Defined<T>
}
