import { z } from 'zod'
import type { StoredModel } from '#contract/stored-models.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { ModelStorage } from '../../ports/model-storage.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { createClientConnection, withHeaders } from '../openai/client-connection.ts'
import { keyHeader } from '../openai/openai-client.ts'
import { createServiceHttp, type ServiceHttp } from '../service/service-http.ts'
import { parseTags, type OllamaModel } from './ollama-models.ts'
import { pullModel } from './pull-model.ts'

/** Maximum wait for the deletion of a model, because 100 GB take a while on a slow disk. */
const removeMs = 60_000

/**
 * Manages the models on the disk of an Ollama server.
 * @param options.origin such as `http://127.0.0.1:11434`.
 * @param options.silenceMs maximum time without data during a download. Only tests set it.
 */
export function createOllamaStorage(options: {
  service: UpstreamService
  origin: string
  apiKey?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  silenceMs?: number
}): ModelStorage {
  const { service, origin, apiKey, headers, silenceMs } = options
  const key = keyHeader(apiKey, {})
  const connection = createClientConnection({ service, apiKey, key, headers })
  const { secrets } = connection
  const http = createServiceHttp({
    service,
    root: origin,
    headers: withHeaders(key, headers),
    secrets,
  })
  const post = async (path: string, body: object, signal: AbortSignal) => {
    await http.json(path, { method: 'POST', body: JSON.stringify(body), signal })
  }

  return {
    list: async (signal) => {
      const [tags, loaded] = await Promise.all([
        http.get('/api/tags', signal),
        readLoaded(http, signal),
      ])
      http.jsonOf(tags)
      return parseTags(service, tags.text).map((model) => toStored(model, loaded.get(model.name)))
    },
    download: (model, signal, tell) =>
      pullModel(connection, { origin, model, signal, tell, silenceMs }),
    // An empty prompt with a keep-alive time of 0 unloads the model immediately.
    unload: (model, signal) => post('/api/generate', { model, keep_alive: 0 }, signal),
    remove: async (model, signal) => {
      const answer = await http.ask('/api/delete', {
        method: 'DELETE',
        body: JSON.stringify({ model }),
        signal,
        timeoutMs: removeMs,
      })
      if (answer.response.status === 404) {
        throw new HttpError('unknown_model', `${service.title} does not have ${model}.`)
      }
      // The body of a successful deletion is empty, so the body is not parsed.
      if (!answer.response.ok) http.jsonOf(answer)
    },
  }
}

const loadedSchema = z.object({
  models: z.array(
    z
      .object({
        model: z.string(),
        context_length: z.number().int().positive().optional().catch(undefined),
        size: z.number().nonnegative().optional().catch(undefined),
        expires_at: z.iso.datetime({ offset: true }).optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
  ),
})

type Loaded = NonNullable<StoredModel['loaded']>

async function readLoaded(http: ServiceHttp, signal: AbortSignal): Promise<Map<string, Loaded>> {
  const answer = await http.json('/api/ps', { signal }).catch(() => undefined)
  signal.throwIfAborted()
  const { data } = loadedSchema.safeParse(answer)
  const loaded = new Map<string, Loaded>()
  for (const entry of data?.models ?? []) {
    if (!entry) continue
    loaded.set(entry.model, {
      ...(entry.context_length !== undefined && { contextTokens: entry.context_length }),
      ...(entry.size !== undefined && { memoryBytes: entry.size }),
      ...(entry.expires_at !== undefined && { until: entry.expires_at }),
    })
  }
  return loaded
}

const toStored = (model: OllamaModel, loaded: Loaded | undefined): StoredModel => ({
  name: model.name,
  details: model.details,
  ...(model.sizeBytes !== undefined && { sizeBytes: model.sizeBytes }),
  ...(model.contextTokens !== undefined && { contextTokens: model.contextTokens }),
  ...(loaded && { loaded }),
})
