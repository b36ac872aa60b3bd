import type { Context } from 'hono'
import type { ApiClientEnv } from '../../access/keys/api-keys.ts'
import { HttpError } from '../../errors/http-error.ts'
import { readBody } from '../../http/body/read-body.ts'
import { getRequestedModel } from './completion-request.ts'
import type { Endpoint, MediaKind } from './endpoints.ts'
import { findUpstreams, type UpstreamOrder, type UpstreamSources } from './find-upstream.ts'
import { forwardInTurn } from './forward-in-turn.ts'
import { estimateMediaUsd } from './media-price.ts'
import { readFormParts, withPart, type FormPart } from './multipart.ts'
import { forwardTo, readRequest, type ReadRequest } from './pass-through.ts'
import { refuseWebFiles } from './web-files.ts'

/**
 * Maximum size of a form by kind, in bytes. OpenAI accepts pictures up to 50 MB and recordings up
 * to 25 MB.
 */
const formBytesMax: Record<MediaKind, number> = {
  image: 64 * 1024 * 1024,
  transcription: 26 * 1024 * 1024,
  speech: 1024 * 1024,
}
/** Memory per byte of a body: the body itself, and a copy with the service's model name. */
const memoryPerByte = 2
/**
 * Maximum time without data, in milliseconds. A service sends nothing while it makes a large
 * picture.
 */
const idleMs = 300_000

type MediaOptions = { sources: UpstreamSources; path: string; endpoint: Endpoint; kind: MediaKind }

/**
 * Forwards requests for pictures, transcription and speech to the model's connection. The handler
 * throws {HttpError} as `passThrough`, and `bad_request` for an invalid form.
 */
export const passMedia =
  ({ sources, path, endpoint, kind }: MediaOptions) =>
  async (c: Context<ApiClientEnv>): Promise<Response> => {
    const read = await readMedia(c, kind)
    const modelId = getRequestedModel(read.request, c.req.header('x-model'))
    const order = await findMediaModels(sources, modelId, endpoint.offers)
    const billed = { ...endpoint, flatUsd: estimateMediaUsd(kind, read), idleMs }
    return forwardInTurn(order, async (found, firstByteMs) => {
      if (await found.upstream.isInPrivateNetwork()) refuseWebFiles(read.request)
      const named = await read.withModel(found.model)
      return forwardTo(c, named, { found, path, endpoint: billed, firstByteMs })
    })
  }

/**
 * Finds the connections of a model. A name without a connection is often unknown, because lists of
 * chat models do not contain models for pictures and audio.
 */
async function findMediaModels(
  sources: UpstreamSources,
  modelId: string,
  offers: string,
): Promise<UpstreamOrder> {
  try {
    return await findUpstreams(sources, modelId, offers)
  } catch (error) {
    const isUnknown = error instanceof HttpError && error.code === 'unknown_model'
    const [first] = sources.llmUpstreams()
    if (!isUnknown || !first || modelId.includes('/')) throw error
    throw new HttpError(
      'unknown_model',
      `Several connections may offer “${modelId}”. Put the connection’s id in front, such as ${first.service.id}/${modelId}.`,
      { cause: error },
    )
  }
}

type MediaRequest = ReadRequest & { withModel: (model: string) => Promise<ReadRequest> }

async function readMedia(c: Context, kind: MediaKind): Promise<MediaRequest> {
  const contentType = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    const read = await readRequest(c)
    // The body is unchanged, because `forwardTo` replaces the model name in JSON bodies.
    return { ...read, withModel: async () => read }
  }
  const bytes = await readBody(c, formBytesMax[kind], { memoryPerByte })
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = readFormParts(body, contentType)
  // Rejects repeated fields, because some services use the first of two equal fields and others the
  // last.
  const once = (field: string, message: string) => {
    const [first, second] = parts.filter(({ name }) => name === field)
    if (second) throw new HttpError('bad_request', `${field}: ${message}`)
    return first
  }
  const model = once('model', 'name one model.')
  once('n', 'name one number.')
  const request = getFields(body, parts)
  return {
    body,
    request,
    withModel: async (name) =>
      model
        ? { body: withPart(body, model, name), request: { ...request, model: name } }
        : { body, request: { ...request, model: name } },
  }
}

/** Maximum size in bytes of a field that is read as an option. Longer fields are content. */
const fieldBytesMax = 64 * 1024

const getFields = (body: Buffer, parts: readonly FormPart[]): Record<string, unknown> =>
  Object.fromEntries(
    parts
      .filter(({ isFile, start, end }) => !isFile && end - start <= fieldBytesMax)
      .map(({ name, start, end }) => [name, body.toString('utf8', start, end)]),
  )
