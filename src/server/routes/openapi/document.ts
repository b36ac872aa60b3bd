import { z } from 'zod'
import { errorCodeSchema } from '#contract/errors.ts'
import { appVersion } from '#lib/app-version.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Content, Operation } from './operation.ts'
import { groups, operations } from './operations.ts'
import { rules } from './rules.ts'
import { schemas, type SchemaName } from './schemas.ts'

/**
 * Creates the OpenAPI 3.1 document from the table of operations and the schemas that validate
 * requests.
 * @param origin this server's origin as the caller sees it.
 */
export const openApiDocument = (origin: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Bozzetto',
    version: appVersion,
    summary: 'Chat with language models and turn pictures into 3D models.',
    description: rules,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: origin }],
  security: [{ bearer: [] }, { apiKey: [] }],
  tags: Object.entries(groups).map(([name, { about }]) => ({ name, description: about })),
  paths: paths(),
  components: {
    schemas: componentSchemas(),
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    },
    headers: {
      RequestId: {
        description: 'The request’s id, as sent or as generated here.',
        schema: { type: 'string' },
      },
      RetryAfter: {
        description: 'Seconds to wait before trying again.',
        schema: { type: 'integer' },
      },
    },
  },
  /** Each group of operations formats these error codes differently. */
  'x-errors': errorCodeSchema.options.map((code) => ({
    code,
    status: new HttpError(code, '').status,
  })),
})

function paths(): Record<string, Record<string, object>> {
  const found: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    for (const path of [operation.path, ...(operation.aliases ?? [])]) {
      const entry = ownValue(found, path) ?? {}
      setOwn(entry, operation.method, describe(operation, path))
      setOwn(found, path, entry)
    }
  }
  return found
}

function describe(operation: Operation, path: string) {
  const { group, summary, description, request, example, isOpen, aliases } = operation
  const isAlias = path !== operation.path
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...(name === 'model' && { description: 'Id of a model; slashes need not be escaped.' }),
  }))
  const parameters = [
    ...inPath,
    ...optional('query', operation.query),
    ...optional('header', operation.headers),
  ]
  return {
    operationId: `${operation.method}${path.replaceAll(/[^a-z0-9]+/gi, '_')}`,
    tags: [group],
    summary,
    ...(isAlias
      ? { description: `The same as ${operation.path}.`, 'x-alias-of': operation.path }
      : description !== undefined && { description }),
    ...(!isAlias && aliases && { 'x-aliases': aliases }),
    ...(isOpen && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(request && { requestBody: { required: true, content: getContent(request, example) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, answer]) => [
          status,
          {
            description: answer.description,
            headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
            ...(answer.content && { content: getContent(answer.content) }),
          },
        ]),
      ),
      default: {
        description: 'What went wrong: a message for people and a code for programs.',
        headers: {
          'X-Request-Id': { $ref: '#/components/headers/RequestId' },
          'Retry-After': { $ref: '#/components/headers/RetryAfter' },
        },
        content: getContent([{ json: operation.error ?? groups[group].error }]),
      },
    },
  }
}

const optional = (where: string, named: Record<string, string> = {}) =>
  Object.entries(named).map(([name, about]) => ({
    name,
    in: where,
    description: about,
    schema: { type: 'string' },
  }))

const getContent = (contents: readonly Content[], example?: object) =>
  Object.fromEntries(
    contents.map((content) => {
      const more = example && { example }
      if ('json' in content) return ['application/json', { schema: refTo(content.json), ...more }]
      if ('form' in content)
        return ['multipart/form-data', { schema: refTo(content.form), ...more }]
      if ('events' in content) return ['text/event-stream', { schema: refTo(content.events) }]
      return [content.type, { schema: {}, ...more }]
    }),
  )

const refTo = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` })

function componentSchemas(): Record<string, unknown> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  const { schemas: made } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
  })
  return Object.fromEntries(
    Object.entries(made).map(([name, { $id: _id, $schema: _schema, ...schema }]) => [name, schema]),
  )
}
