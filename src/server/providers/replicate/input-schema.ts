import { asList, asNumber, asText } from '#lib/fields.ts'
import { asSchema, type JsonSchema, type ParamSchema } from '#lib/params/param-schema.ts'
import { cutText } from '#lib/cut-text.ts'

const fieldsMax = 80
const descriptionLengthMax = 300

/**
 * The params of a model from the OpenAPI document that Replicate keeps for its latest version.
 *
 * @returns `undefined` for a document that describes no input.
 */
export function paramsOfInput(document: unknown): ParamSchema | undefined {
  const schemas = asSchema(asSchema(asSchema(document)?.['components'])?.['schemas'])
  const input = asSchema(schemas?.['Input'])
  const properties = asSchema(input?.['properties'])
  if (!properties) return undefined
  const required = asList(input?.['required']).filter((name) => typeof name === 'string')
  const fields = Object.entries(properties)
    .slice(0, fieldsMax)
    .flatMap(([name, part]) => {
      const field = fieldOf(name, merged(asSchema(part) ?? {}, schemas ?? {}))
      return field ? [[name, field] as const] : []
    })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries(fields),
    required,
    additionalProperties: false,
  }
}

/** Choices stand in a schema of their own, to which `allOf` leads; nothing is looked up elsewhere. */
function merged(part: JsonSchema, schemas: JsonSchema): JsonSchema {
  const { allOf, ...rest } = part
  const named = asList(allOf).flatMap((one) => {
    const name = /^#\/components\/schemas\/([\w.-]+)$/.exec(asText(asSchema(one)?.['$ref']) ?? '')
    const found =
      name?.[1] !== undefined && Object.hasOwn(schemas, name[1]) ? schemas[name[1]] : undefined
    return asSchema(found) ?? []
  })
  return Object.assign({}, ...named, rest) as JsonSchema
}

const kept = ['type', 'enum', 'default', 'minimum', 'maximum', 'items'] as const

function fieldOf(name: string, part: JsonSchema): JsonSchema | undefined {
  const isSecret = part['x-cog-secret'] === true || part['format'] === 'password'
  if (isSecret || part['deprecated'] === true) return undefined
  const isPicture = pictureName.test(name) && isAddress(part)
  const isList = pictureName.test(name) && isAddress(asSchema(part['items']) ?? {})
  const description = asText(part['description'])
    ?.replace(/[\s<>]+/g, ' ')
    .trim()
  const known = kept.filter((keyword) => part[keyword] !== undefined)
  return {
    title: asText(part['title']) ?? name,
    ...(description && { description: cutText(description, descriptionLengthMax) }),
    ...Object.fromEntries(known.map((keyword) => [keyword, part[keyword]])),
    ...(part['nullable'] === true && { nullable: true }),
    'x-ui': {
      order: asNumber(part['x-order']) ?? fieldsMax,
      omitWhenEmpty: true,
      ...(isPicture && { widget: 'image', group: 'input', important: true }),
      ...(isList && { widget: 'images', group: 'input', important: true }),
      ...(name.endsWith('seed') && { widget: 'seed' }),
      ...(name === 'prompt' && { widget: 'textarea', group: 'input', important: true }),
    },
  }
}

const pictureName = /image|picture|photo/i

const isAddress = (part: JsonSchema): boolean =>
  part['type'] === 'string' && part['format'] === 'uri'
