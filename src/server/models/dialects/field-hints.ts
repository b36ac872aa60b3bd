import type { ParamSchema } from '#lib/params/param-schema.ts'
import { asText, isRecord } from '#lib/fields.ts'
import { asSchema, getHints, isPicture, type JsonSchema } from '#lib/params/param-schema.ts'
import { pictureField } from '../picture-field.ts'

type Fields = Readonly<Record<string, JsonSchema>>

export type Translated = { schema: ParamSchema; hasHints: boolean }

/** Fields of a request that are not params of the model. */
export const envelopeNames = new Set([
  'model',
  'moderation',
  'metadata',
  'dash_scope',
  'webhook_url',
])

/**
 * Adds form hints to a foreign schema: pictures become picture fields, seeds get a dice button, and
 * similar fields are grouped. Foreign schemas contain no hints, so a field's name and type decide.
 */
export function withFieldHints(fields: Fields): Record<string, JsonSchema> {
  const hasAddress = Object.keys(fields).some((name) => name.endsWith('image_url'))
  return Object.fromEntries(
    Object.entries(fields).map(([name, field], at) => {
      const order = (at + 1) * 10
      if ('x-ui' in field) return [name, field]
      const titled = { title: titleFrom(name), ...field }
      // The base64 field of the same picture is hidden, because only programs use it.
      if (name.endsWith('base64') && hasAddress)
        return [name, hint(titled, { order, hidden: true })]
      return [name, drawn(name, titled, order)]
    }),
  )
}

function drawn(name: string, field: JsonSchema, order: number): JsonSchema {
  const picture = pictureFrom(name, field, order)
  if (picture) return picture
  const type = field['type']
  if (type === 'integer' && name.endsWith('seed')) {
    return hint(field, {
      order: 900 + order,
      group: 'advanced',
      widget: 'seed',
      omitWhenEmpty: true,
    })
  }
  if (
    type === 'string' &&
    !('enum' in field) &&
    /^(prompt|text|description)$|_prompt$/.test(name)
  ) {
    return hint(field, {
      order,
      group: 'input',
      widget: 'textarea',
      important: !name.startsWith('negative'),
      omitWhenEmpty: true,
    })
  }
  if (type === 'object' || type === 'array' || type === undefined) {
    return hint(field, { order, group: 'advanced', widget: 'json', omitWhenEmpty: true })
  }
  return hint(field, { order, group: getGroup(name), omitWhenEmpty: type !== 'boolean' })
}

function pictureFrom(name: string, field: JsonSchema, order: number): JsonSchema | undefined {
  const text = {
    title: asText(field['title']) ?? titleFrom(name),
    description: asText(field['description']) ?? 'The picture to start from.',
  }
  if (isPicture(field)) return pictureField(text, order)
  if (field['type'] === 'object' && isPictureObject(field)) return pictureField(text, order)
  if (field['type'] === 'string' && isPictureName(name)) {
    return hint(field, {
      order,
      group: 'input',
      widget: 'image',
      important: true,
      omitWhenEmpty: true,
    })
  }
  if (field['type'] !== 'array' || !/^(files|images|image_urls|pictures)$/.test(name))
    return undefined
  const items = asSchema(field['items'])
  if (!items) return undefined
  const isText = items['type'] === 'string'
  if (!isText && !isPictureObject(items)) return undefined
  const { 'x-ui': _own, ...item } = pictureField(text, order)
  return hint(
    { ...field, items: isText ? { ...items, 'x-ui': { widget: 'image' } } : item },
    { order, group: 'input', widget: 'images', important: true, omitWhenEmpty: true },
  )
}

const isPictureObject = (field: JsonSchema): boolean => {
  const properties = asSchema(field['properties'])
  return properties !== undefined && 'url' in properties
}

const isPictureName = (name: string): boolean =>
  /(^|_)(image|picture|photo)(_ur[li]|_base64)?$/.test(name)

const groups: readonly [RegExp, string][] = [
  [/textur|pbr|material|colou?r/, 'texture'],
  [/face|geometr|quad|poly|topolog|mesh|vert|subdiv|size|part/, 'geometry'],
  [/format|compress|orientation|output/, 'output'],
]

const getGroup = (name: string): string =>
  groups.find(([words]) => words.test(name))?.[1] ?? 'settings'

function titleFrom(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const hint = (field: JsonSchema, hints: Record<string, unknown>): JsonSchema => ({
  ...field,
  'x-ui': { ...hints, ...getHints(field) },
})

export const listObjectFields = (schema: JsonSchema | undefined): Fields =>
  Object.fromEntries(
    Object.entries(asSchema(schema?.['properties']) ?? {}).filter(
      (entry): entry is [string, JsonSchema] => isRecord(entry[1]),
    ),
  )
