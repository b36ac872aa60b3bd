import { cutText } from '#lib/cut-text.ts'
import { asList, asNumber, asText, asTexts } from '#lib/fields.ts'
import {
  asSchema,
  getChoices,
  foldNull,
  getHints,
  type JsonSchema,
  type ParamSchema,
} from '#lib/params/param-schema.ts'
import { cleanSchema } from '../dialects/clean-schema.ts'

const fieldsMax = 80
const descriptionLengthMax = 300

/**
 * Converts an object schema of an OpenAPI document to a form.
 * @param input without references.
 * @returns `undefined` if the schema describes no input.
 */
export function toParamSchema(input: JsonSchema | undefined): ParamSchema | undefined {
  const properties = asSchema(input?.['properties'])
  if (!input || !properties) return undefined
  const order = asTexts(input['x-fal-order-properties'])
  const fields = Object.entries(properties)
    .slice(0, fieldsMax)
    .flatMap(([name, part]) => {
      const at = order.indexOf(name)
      const field = getField(name, asSchema(part) ?? {}, at === -1 ? fieldsMax : at)
      return field ? [[name, field] as const] : []
    })
  const names = new Set(fields.map(([name]) => name))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries(fields),
    required: asTexts(input['required']).filter((name) => names.has(name)),
    additionalProperties: false,
  }
}

/** Returns the params that could be pictures, whether or not they were recognized as pictures. */
export const listPossiblePictures = ({ properties }: ParamSchema): string[] =>
  Object.entries(properties)
    .filter(([name, field]) => isAddress(name, field) || isAddress(name, getItems(field)))
    .map(([name]) => name)

const kept = [
  'type',
  'enum',
  'default',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'items',
  'format',
] as const

function getField(name: string, part: JsonSchema, order: number): JsonSchema | undefined {
  const isSecret = part['x-cog-secret'] === true || part['format'] === 'password'
  if (isSecret || part['deprecated'] === true) return undefined
  const clean = cleanSchema(part)
  if (!clean) return undefined
  const { schema, nullable } = foldNull(clean)
  const description = plain(asText(schema['description']) ?? '')
  const known = kept.filter((keyword) => schema[keyword] !== undefined)
  return {
    title: asText(schema['title']) ?? name,
    ...(description !== '' && { description: cutText(description, descriptionLengthMax) }),
    ...Object.fromEntries(known.map((keyword) => [keyword, schema[keyword]])),
    ...(nullable && { nullable: true }),
    'x-ui': {
      order: asNumber(schema['x-order']) ?? order,
      omitWhenEmpty: true,
      ...hintsFor(name, schema),
    },
  }
}

function hintsFor(name: string, schema: JsonSchema): JsonSchema {
  const ui = asSchema(schema['ui'])
  if (ui?.['hidden'] === true) return { hidden: true }
  const said = ui?.['field'] ?? schema['_fal_ui_field']
  if (isPictureText(name, schema) || (said === 'image' && schema['type'] === 'string')) {
    return pictureHints('image')
  }
  if (isPictureText(name, getItems(schema))) return pictureHints('images')
  if (name.endsWith('seed')) return { widget: 'seed' }
  if (name === 'prompt') return { widget: 'textarea', group: 'input', important: true }
  const isPlain = ['string', 'number', 'integer', 'boolean'].includes(String(schema['type']))
  if (!isPlain && getChoices(schema) === undefined) return { widget: 'json', advanced: true }
  return ui?.['important'] === true ? { important: true } : {}
}

export const pictureHints = (widget: 'image' | 'images'): JsonSchema => ({
  widget,
  group: 'input',
  important: true,
})

const pictureName = /image|picture|photo/i

const isPictureText = (name: string, schema: JsonSchema): boolean =>
  pictureName.test(name) && isAddress(name, schema)

const isAddress = (name: string, schema: JsonSchema): boolean =>
  schema['type'] === 'string' &&
  schema['enum'] === undefined &&
  (schema['format'] === 'uri' || /(?:^|_)(?:urls?|images?|pictures?|photos?)(?:$|_)/i.test(name))

const getItems = (schema: JsonSchema): JsonSchema => asSchema(schema['items']) ?? {}

/** Markdown and URLs are removed, because links in a description lead away from the form. */
const plain = (text: string): string =>
  text
    .replaceAll(/\[([^[\]\n]{0,200})\]\([^()\n]{0,500}\)/g, '$1')
    .replaceAll(/https?:\/\/\S+/g, '')
    .replaceAll(/[`*_#<>\s]+/g, ' ')
    .trim()

/**
 * Returns the outputs that may be files, the most likely first.
 * @param output without references.
 */
export function findOutputs(output: JsonSchema | undefined): { id: string; label: string }[] {
  const found: { id: string; label: string; rank: number }[] = []
  const look = (schema: JsonSchema, path: readonly string[]) => {
    if (path.length > 4 || found.length >= 40) return
    const { schema: own } = foldNull(schema)
    const properties = asSchema(own['properties'])
    const isFile = properties !== undefined && 'url' in properties
    const isLink = own['type'] === 'string' && own['format'] === 'uri'
    if (path.length > 0 && (isFile || isLink)) {
      const id = path.join('.')
      found.push({ id, label: asText(own['title']) ?? id, rank: getRank(id) })
    } else if (properties) {
      for (const [name, part] of Object.entries(properties))
        look(asSchema(part) ?? {}, [...path, name])
    } else for (const option of asList(own['anyOf'])) look(asSchema(option) ?? {}, path)
  }
  if (output) look(output, [])
  return found.toSorted((a, b) => a.rank - b.rank).map(({ id }) => ({ id, label: id }))
}

function getRank(id: string): number {
  if (/thumbnail|preview|video|image|texture/i.test(id)) return 3
  if (/glb/i.test(id)) return 0
  return /mesh|model|gltf|file/i.test(id) ? 1 : 2
}

export function partAt(value: unknown, path: string): unknown {
  let part = value
  for (const name of path.split('.')) {
    const fields = asSchema(part)
    if (!fields || !Object.hasOwn(fields, name)) return undefined
    part = fields[name]
  }
  return part
}

/**
 * Applies a person's choices to a form: which params are pictures, and which params are included.
 */
export function applyConfirmation(
  schema: ParamSchema,
  { pictures, params }: { pictures: readonly string[]; params: readonly string[] },
): ParamSchema {
  const shown = new Set(params)
  const properties = Object.fromEntries(
    Object.entries(schema.properties)
      .filter(([name]) => shown.has(name))
      .map(([name, field]) => [name, withPicture(field, pictures.includes(name))]),
  )
  return {
    ...schema,
    properties,
    required: (schema.required ?? []).filter((name) => shown.has(name)),
  }
}

function withPicture(field: JsonSchema, isPicture: boolean): JsonSchema {
  const { widget, ...hints } = getHints(field)
  const wasPicture = widget === 'image' || widget === 'images'
  if (isPicture === wasPicture) return field
  if (!isPicture) return { ...field, 'x-ui': hints }
  const isList = field['type'] === 'array'
  return { ...field, 'x-ui': { ...hints, ...pictureHints(isList ? 'images' : 'image') } }
}

export const findPictureParams = ({ properties }: ParamSchema): string[] =>
  Object.entries(properties)
    .filter(([, field]) => /^images?$/.test(asText(getHints(field)['widget']) ?? ''))
    .map(([name]) => name)
