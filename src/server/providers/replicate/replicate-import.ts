import { z } from 'zod'
import { HttpError } from '../../errors/http-error.ts'
import { listPossiblePictures, findOutputs } from '../../models/openapi/to-param-schema.ts'
import type { ImportForm } from '../../ports/model-import.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import { getOutputSchema, paramsOfInput } from './input-schema.ts'

export const replicateModelSchema = z.looseObject({
  description: z.string().nullish().catch(undefined),
  latest_version: z.looseObject({
    id: z.string().regex(/^\w{1,100}$/),
    openapi_schema: z.unknown().optional(),
  }),
})

export const replicateWireSchema = z.object({ version: z.string() })

function modelIn(source: string): string | undefined {
  const path = source.trim().replace(/^https?:\/\/(?:www\.)?replicate\.com\//i, '')
  return /^([\w.-]{1,100}\/[\w.-]{1,100})(?:[:/?#]|$)/.exec(path)?.[1]
}

/**
 * Describes a model of Replicate by its latest version. All tasks use this version until the user
 * updates the import.
 * @throws {HttpError} `bad_request` for an invalid name, `unknown_model` if there is no such model.
 */
export async function readReplicateModel(
  http: ServiceHttp,
  source: string,
  signal: AbortSignal,
): Promise<ImportForm> {
  const model = modelIn(source)
  if (model === undefined) {
    throw new HttpError(
      'bad_request',
      'Enter the name of a Replicate model, such as firtoz/trellis.',
    )
  }
  const answer = await http.getJsonIfThere(`/v1/models/${model}`, signal)
  const { description, latest_version: version } = replicateModelSchema.safeParse(answer).data ?? {}
  const paramSchema = paramsOfInput(version?.openapi_schema)
  if (!version || !paramSchema) {
    throw new HttpError(
      'unknown_model',
      `${http.service.title} does not describe a model ${model}.`,
    )
  }
  return {
    model,
    name: model,
    description: description || `Replicate’s model ${model}.`,
    paramSchema,
    pictures: listPossiblePictures(paramSchema),
    params: Object.keys(paramSchema.properties),
    outputs: findOutputs(getOutputSchema(version.openapi_schema)),
    wire: { version: version.id } satisfies z.infer<typeof replicateWireSchema>,
  }
}
