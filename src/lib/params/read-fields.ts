import { isHiddenField } from './effective-params.ts'
import {
  asList,
  asNumber,
  asSchema,
  asText,
  asTexts,
  choicesOf,
  foldNull,
  hintsOf,
  isPicture,
  isRecord,
  titleOf,
  type JsonSchema,
  type ParamSchema,
} from './param-schema.ts'

type FieldKind =
  | 'picture'
  | 'pictures'
  | 'views'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'text'
  | 'enum'
  | 'seed'
  | 'json'

type FieldChoice = { value: unknown; label: string }

/** What a picture must be, as the schema says; checked before anything is uploaded. */
export type PictureRules = {
  mimeTypes?: string[]
  sizeBytesMax?: number
  sidePxMin?: number
  sidePxMax?: number
  /** Whether the value is an object with `file_token`, or the picture's address as text. */
  value: 'token' | 'address'
}

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
  /** Of `enum`. */
  choices: FieldChoice[]
  /** Of `picture`, `pictures` and `views`. */
  picture?: PictureRules
  /** Of `views`: the places, in the order that they are sent. Of `pictures`: how many at most. */
  slots: { name: string; title: string }[]
  countMax?: number
  /** What to know before switching it on. */
  warning?: string
}

/** Fields of the same block, in order. */
export type FieldGroup = { name: string; title: string; fields: Field[] }

/**
 * The fields of a form in the schema's order, without those that are fixed or hidden for good. What is
 * not understood becomes kind `json`, so that no param is out of reach.
 */
export function readFields(schema: ParamSchema): Field[] {
  const required = new Set(asTexts(schema.required))
  return Object.entries(schema.properties)
    .filter(([, part]) => isRecord(part) && !isHiddenField(part))
    .map(([name, part], at) => ({
      field: readField(name, part, required.has(name)),
      order: asNumber(hintsOf(part)['order']) ?? 10_000 + at,
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

function readField(name: string, whole: JsonSchema, required: boolean): Field {
  const { schema, nullable } = foldNull(whole)
  const hints = hintsOf(schema)
  const kind = kindOf(schema)
  const items = asSchema(schema['items']) ?? asSchema(asList(schema['prefixItems'])[0])
  const group = asText(hints['group']) ?? 'settings'
  return {
    name,
    title: titleOf(schema, name),
    kind,
    group,
    advanced: hints['advanced'] === true || group === 'advanced',
    required,
    nullable,
    scale: hints['scale'] === 'log' && (asNumber(schema['minimum']) ?? 0) > 0 ? 'log' : 'linear',
    presets: asList(hints['presets']).filter((value) => typeof value === 'number'),
    choices: kind === 'enum' ? (choicesOf(schema) ?? []) : [],
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
          ? rulesOf(hints, kind === 'picture' ? schema : items)
          : undefined,
    }),
  }
}

function kindOf(schema: JsonSchema): FieldKind {
  const widget = hintsOf(schema)['widget']
  if (isPicture(schema)) return 'picture'
  if (schema['type'] === 'array') {
    const places = asList(schema['prefixItems']).map(asSchema)
    const items = asSchema(schema['items'])
    if (widget === 'views' && places.length > 0 && places.every(holdsPicture)) return 'views'
    if (items && (isPicture(items) || (widget === 'images' && items['type'] === 'string'))) {
      return 'pictures'
    }
    return 'json'
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

/** A place of `views`: a picture, or a picture or nothing. */
function holdsPicture(schema: JsonSchema | undefined): boolean {
  if (!schema) return false
  return (
    isPicture(schema) ||
    asList(schema['anyOf']).some((option) => isRecord(option) && isPicture(option))
  )
}

function slotsOf(schema: JsonSchema): { name: string; title: string }[] {
  const hints = hintsOf(schema)
  const names = asTexts(hints['slots'])
  const titles = asSchema(hints['slotLabels']) ?? {}
  return asList(schema['prefixItems']).map((_, at) => {
    const name = names[at] ?? String(at + 1)
    return { name, title: asText(titles[name]) ?? groupTitle(name) }
  })
}

function rulesOf(hints: JsonSchema, value: JsonSchema | undefined): PictureRules {
  const mimeTypes = asTexts(hints['accept'])
  return {
    value: value?.['type'] === 'string' ? 'address' : 'token',
    ...defined({
      mimeTypes: mimeTypes.length > 0 ? mimeTypes : undefined,
      sizeBytesMax: asNumber(hints['maxBytes']),
      sidePxMin: asNumber(hints['minSidePx']),
      sidePxMax: asNumber(hints['maxSidePx']),
    }),
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The same object without the keys whose value is `undefined`. */
function defined<T extends Record<string, unknown>>(values: T): Defined<T> {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(values)) if (value !== undefined) kept[key] = value
  return kept as Defined<T>
}
