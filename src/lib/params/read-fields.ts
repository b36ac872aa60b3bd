import { translateSentence } from '../language/translate-sentence.ts'
import { isHiddenField } from './effective-params.ts'
import { asList, asNumber, asText, asTexts } from '#lib/fields.ts'
import { dropUndefined } from '../own-value.ts'
import {
  asSchema,
  getChoices,
  getHints,
  isPicture,
  getParamTitle,
  type JsonSchema,
  type ParamSchema,
} from './param-schema.ts'
import { type SchemaPart, readParams } from './read-part.ts'
import {
  readPictureRules,
  picturesKind,
  readViewSlots,
  readViewKeys,
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

export type Field = {
  name: string
  title: string
  description?: string
  kind: FieldKind
  group: string
  /** True if the form shows the field under *More options*. */
  advanced: boolean
  /** True if the form shows the field among the first settings. */
  important: boolean
  required: boolean
  /**
   * True if the field accepts `null`. An emptied field is then sent as `null` if omitting it would
   * have another effect.
   */
  nullable: boolean
  widget?: string
  default?: unknown
  /**
   * Only for `seed`: the value that the model uses if no seed is sent. Undefined if the model then
   * chooses a random seed.
   */
  fallback?: number
  unit?: string
  min?: number
  max?: number
  /** Step of the control in the field's unit. Values between the steps are valid too. */
  step?: number
  scale: 'linear' | 'log'
  presets: number[]
  lengthMax?: number
  /**
   * Choices of a field of the kind `enum` (one can be selected) or `choices` (several can be
   * selected).
   */
  choices: FieldChoice[]
  picture?: PictureRules
  /** Only for `views`: the views that the user can add, in the order in which they are sent. */
  slots: ViewSlot[]
  viewKeys?: ViewKeys
  countMax?: number
  downloads?: FieldDownload[]
  placeholder?: string
  warning?: string
}

export type FieldDownload = { title: string; href: string }

export type FieldGroup = { name: string; title: string; fields: Field[] }

/**
 * Returns the fields of a form in display order, without fixed and hidden fields. A field of an
 * unsupported type has the kind `json`, so that the user can set every param.
 */
export function readFields(schema: ParamSchema): readonly Field[] {
  const known = fieldsBySchema.get(schema)
  if (known) return known
  const fields = readAll(schema)
  fieldsBySchema.set(schema, fields)
  return fields
}

/** Cached, because several components read the fields and schemas never change. */
const fieldsBySchema = new WeakMap<ParamSchema, readonly Field[]>()

function readAll(schema: ParamSchema): Field[] {
  const required = new Set(asTexts(schema.required))
  return [...readParams(schema)]
    .filter(([, part]) => !isHiddenField(part.schema))
    .map(([name, part], at) => ({
      field: readField(name, part, required.has(name)),
      order: asNumber(getHints(part.schema)['order']) ?? 10_000 + at,
    }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ field }) => field)
}

/** Groups fields. Groups appear in the order of their first fields. */
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

/**
 * Reads links to files of this server. Drops other addresses, because imported schemas are
 * untrusted.
 */
function readDownloads(hint: unknown): FieldDownload[] | undefined {
  const links = asList(hint).flatMap((one) => {
    const link = asSchema(one)
    const [title, href] = [asText(link?.['title']), asText(link?.['href'])]
    const isOwn =
      href !== undefined && /^(?:\/api\/scan-mats\/[\w-]+\.pdf|\/phone\?mat=1)$/.test(href)
    return title !== undefined && isOwn ? [{ title, href }] : []
  })
  return links.length > 0 ? links : undefined
}

/** The group of fields whose schema names no group. */
const withoutGroup = { name: 'settings', title: 'Settings' }

/** Returns the title of a group in the language of this page. */
function groupTitle(name: string): string {
  if (name === withoutGroup.name) return translateSentence(withoutGroup.title)
  const word = name.replace(/^stage:/, '').replaceAll('_', ' ')
  return translateSentence(word.charAt(0).toUpperCase() + word.slice(1))
}

function readField(name: string, { schema, nullable }: SchemaPart, required: boolean): Field {
  const hints = getHints(schema)
  const kind = getKind(schema)
  const items = asSchema(schema['items'])
  const group = asText(hints['group']) ?? withoutGroup.name
  return {
    name,
    title: getParamTitle(schema, name),
    kind,
    group,
    advanced: hints['advanced'] === true || group === 'advanced' || schema['deprecated'] === true,
    important: hints['important'] === true,
    required,
    nullable,
    scale: hints['scale'] === 'log' && (asNumber(schema['minimum']) ?? 0) > 0 ? 'log' : 'linear',
    presets: asList(hints['presets']).filter((value) => typeof value === 'number'),
    choices: choicesIn(kind, schema, items),
    slots: kind === 'views' ? readViewSlots(schema) : [],
    ...dropUndefined({
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
          ? readPictureRules(schema)
          : undefined,
      viewKeys: kind === 'views' ? readViewKeys(schema) : undefined,
      downloads: readDownloads(hints['downloads']),
      placeholder: asText(hints['placeholder']),
    }),
  }
}

/**
 * Returns the choices of a field. The labels are in the schema of the list or in the schema of its
 * entries.
 */
function choicesIn(kind: FieldKind, schema: JsonSchema, items?: JsonSchema): FieldChoice[] {
  if (kind === 'enum') return getChoices(schema) ?? []
  if (kind !== 'choices' || !items) return []
  return getChoices({ 'x-ui': getHints(schema), ...items }) ?? []
}

function getKind(schema: JsonSchema): FieldKind {
  const widget = getHints(schema)['widget']
  if (isPicture(schema)) return 'picture'
  if (schema['type'] === 'array') {
    return picturesKind(schema) ?? (asSchema(schema['items'])?.['enum'] ? 'choices' : 'json')
  }
  if (getChoices(schema)) return 'enum'
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
