import { asList, asText, isRecord } from '#lib/fields.ts'
import { asSchema, type JsonSchema } from '#lib/params/param-schema.ts'
import { HttpError } from '../../errors/http-error.ts'
import {
  listPossiblePictures,
  findOutputs,
  toParamSchema,
} from '../../models/openapi/to-param-schema.ts'
import { resolveRefs } from '../../models/openapi/resolve-refs.ts'
import { hideRetired } from '../../models/retired/hide-retired.ts'
import type { ImportForm } from '../../ports/model-import.ts'
import type { ServiceHttp } from '../service/service-http.ts'

function findModelName(source: string): string | undefined {
  const path = source.trim().replace(/^https?:\/\/[^/]{1,200}\/(?:v2\/)?(?:models\/)?/i, '')
  return /^[\w.-]{1,80}\/[\w.-]{1,120}$/.exec(path)?.[0]
}

/**
 * @throws {HttpError} `bad_request` if the source is not a model name, `unknown_model` if there is
 * no such model.
 */
export async function readRouterModel(
  http: ServiceHttp,
  source: string,
  signal: AbortSignal,
): Promise<ImportForm> {
  const model = findModelName(source)
  if (model === undefined) {
    throw new HttpError(
      'bad_request',
      'Enter the name of a model, such as tripo/v3.1-20260211-image-to-model.',
    )
  }
  const document = await http.getJsonIfThere(`/v2/models/${model}/openapi.json`, signal)
  const { input, output } = findSchemas(document)
  const whole = toParamSchema(input)
  if (!whole) {
    throw new HttpError('unknown_model', `${http.service.title} does not describe ${model}.`)
  }
  const [service = ''] = model.split('/')
  const paramSchema = hideRetired(whole, { service })
  const info = isRecord(document) && isRecord(document['info']) ? document['info'] : {}
  return {
    model,
    name: asText(info['title']) ?? model,
    description: asText(info['description']) ?? '',
    paramSchema,
    pictures: listPossiblePictures(paramSchema),
    params: Object.keys(paramSchema.properties),
    outputs: findOutputs(output),
    wire: {},
  }
}

function findSchemas(document: unknown): { input?: JsonSchema; output?: JsonSchema } {
  if (!isRecord(document) || !isRecord(document['paths'])) return {}
  const posts = Object.values(document['paths']).map((path) => asSchema(path)?.['post'])
  for (const post of posts.map(asSchema)) {
    const input = jsonSchemaIn(post?.['requestBody'])
    if (!input) continue
    const answers = asSchema(post?.['responses']) ?? {}
    const output = jsonSchemaIn(answers['200'] ?? asList(Object.values(answers))[0])
    const resolve = (schema: JsonSchema) => resolveRefs(document, schema) ?? schema
    return { input: resolve(input), ...(output && { output: resolve(output) }) }
  }
  return {}
}

const jsonSchemaIn = (part: unknown): JsonSchema | undefined => {
  const content = asSchema(asSchema(part)?.['content'])
  return asSchema(asSchema(content?.['application/json'])?.['schema'])
}
