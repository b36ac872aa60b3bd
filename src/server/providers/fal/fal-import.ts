import { z } from 'zod'
import { asRecord, isRecord } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { HttpError } from '../../errors/http-error.ts'
import {
  listPossiblePictures,
  findOutputs,
  toParamSchema,
} from '../../models/openapi/to-param-schema.ts'
import { resolveRefs } from '../../models/openapi/resolve-refs.ts'
import type { ImportForm } from '../../ports/model-import.ts'
import type { ServiceHttp } from '../service/service-http.ts'

const modelsSchema = z.looseObject({
  models: z
    .array(
      z.looseObject({
        endpoint_id: z.string(),
        metadata: z
          .looseObject({ display_name: z.string().max(200), description: z.string().catch('') })
          .nullish()
          .catch(undefined),
        openapi: z.unknown().optional(),
      }),
    )
    .catch([]),
})

export function endpointIn(source: string): string | undefined {
  const path = source
    .trim()
    .replace(/^https?:\/\/(?:www\.)?fal\.(?:ai|run)\//i, '')
    .replace(/^models\//, '')
    .replace(/\/(?:api|playground)?(?:[?#].*)?$/, '')
  return /^[\w.-]{1,60}(?:\/[\w.-]{1,60}){1,6}$/.test(path) ? path : undefined
}

/**
 * Describes an endpoint of fal from its OpenAPI document.
 * @param roots.api serves the document for accounts with a key. `roots.site` serves it without a
 * key.
 * @throws {HttpError} `bad_request` if there is no such endpoint.
 */
export async function readFalModel(
  { api, site }: { api: ServiceHttp; site: ServiceHttp },
  source: string,
  signal: AbortSignal,
): Promise<ImportForm> {
  const model = endpointIn(source)
  if (model === undefined) {
    throw new HttpError('bad_request', 'Enter the name of a fal model, such as fal-ai/trellis-2.')
  }
  const query = new URLSearchParams({ endpoint_id: model })
  const described = await api.getJsonIfThere(
    `/v1/models?${query.toString()}&expand=openapi-3.0`,
    signal,
  )
  const listed = modelsSchema
    .safeParse(described)
    .data?.models.find(({ endpoint_id: id }) => id === model)
  const document = isRecord(listed?.openapi)
    ? listed.openapi
    : await site.getJsonIfThere(`/api/openapi/queue/openapi.json?${query.toString()}`, signal)
  const { input, output } = schemasIn(document, model)
  const paramSchema = toParamSchema(input)
  if (!paramSchema) {
    throw new HttpError('unknown_model', `${api.service.title} does not describe a model ${model}.`)
  }
  const { display_name: name, description } = listed?.metadata ?? {}
  return {
    model,
    name: name ?? model,
    description: description || `fal’s model ${model}.`,
    paramSchema,
    pictures: listPossiblePictures(paramSchema),
    params: Object.keys(paramSchema.properties),
    outputs: findOutputs(output),
    wire: null,
  }
}

function schemasIn(document: unknown, model: string) {
  const at = (...path: string[]): unknown =>
    path.reduce<unknown>(
      (value, name) => (isRecord(value) ? ownValue(value, name) : undefined),
      document,
    )
  const body = ['content', 'application/json', 'schema']
  const paths = Object.keys(asRecord(at('paths')))
  const order = paths.find((path) => path === `/${model}`) ?? ''
  const result = paths.find((path) => path.endsWith('/requests/{request_id}')) ?? ''
  return {
    input: resolveRefs(document, at('paths', order, 'post', 'requestBody', ...body)),
    output: resolveRefs(document, at('paths', result, 'get', 'responses', '200', ...body)),
  }
}
