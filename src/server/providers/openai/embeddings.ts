import { asList, asRecord, isRecord } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import { parseAnswer } from '../../json/parse-json.ts'
import { upstreamFetch } from '../../outgoing/upstream-fetch.ts'
import type {
  Embedded,
  EmbeddingModel,
  EmbeddingsProvider,
  EmbedRequest,
} from '../../ports/embeddings.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { remember } from '../remember.ts'
import type { ClientConnection } from './client-connection.ts'
import { readLimited } from './limited-body.ts'
import { refusal, timedOut, unreachable, webPage } from './upstream-errors.ts'

/** More than any model has: the largest known have 4,096. */
const dimensionsMax = 8_192

/** Sixteen vectors of the longest models, written out, are half of it. */
const answerBytesMax = 8 * 1024 * 1024

/**
 * The embeddings of a service, by the interface that OpenAI, Ollama, vLLM, LM Studio and most others share.
 *
 * @param options.url ends with `/embeddings`.
 * @param options.listModels of this service, those alone that make embeddings.
 */
export function createEmbeddings(options: {
  connection: ClientConnection
  url: string
  isFree?: boolean
  listModels: () => Promise<EmbeddingModel[]>
}): EmbeddingsProvider {
  const { connection, url, isFree = false } = options
  const { service } = connection
  return {
    id: service.id,
    title: service.title,
    isFree,
    listModels: remember(options.listModels),
    embed: async (request, signal) => {
      const answer = await ask(connection, url, { ...request, signal })
      return readEmbeddings(service, answer, request.texts.length)
    },
  }
}

/** @throws {HttpError} as `EmbeddingsProvider.embed`; the reason of the signal when that fired. */
async function ask(
  { service, headers, secrets }: ClientConnection,
  url: string,
  { model, texts, timeoutMs, signal }: EmbedRequest & { signal: AbortSignal },
): Promise<unknown> {
  const silence = AbortSignal.timeout(timeoutMs)
  try {
    const response = await upstreamFetch(url, {
      method: 'POST',
      headers: { ...headers(), 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
      // A redirect would take the key, or the texts, to somebody who was not named.
      redirect: 'manual',
      signal: AbortSignal.any([signal, silence]),
    })
    const text = await readLimited(response, answerBytesMax)
    if (!response.ok) throw refusal(service, response, { text, secrets })
    if ((response.headers.get('content-type') ?? '').includes('text/html')) throw webPage(service)
    return parsed(text)
  } catch (error) {
    signal.throwIfAborted()
    if (silence.aborted) throw timedOut(service, timeoutMs)
    throw unreachable(service, error)
  }
}

/** What is no JSON holds no embeddings either. */
function parsed(text: string): unknown {
  try {
    return parseAnswer(text)
  } catch {
    return undefined
  }
}

/** @throws {HttpError} `provider_failed` where it is not one vector for each text. */
function readEmbeddings(service: UpstreamService, answer: unknown, count: number): Embedded {
  const fields = asRecord(answer)
  const vectors: number[][] = []
  for (const [at, entry] of asList(fields['data']).entries()) {
    const { index, embedding } = asRecord(entry)
    const place = typeof index === 'number' && Number.isInteger(index) ? index : at
    if (place >= 0 && place < count) vectors[place] = asList(embedding) as number[]
  }
  const length = vectors[0]?.length ?? 0
  const isWhole =
    vectors.length === count &&
    length > 0 &&
    length <= dimensionsMax &&
    // Not `every`, which skips what is missing.
    Array.from(vectors).every(
      (vector) => vector?.length === length && vector.every(Number.isFinite),
    )
  if (!isWhole) {
    throw new HttpError(
      'provider_failed',
      `${service.title} did not answer with embeddings. Choose another model for this.`,
    )
  }
  const { usage } = fields
  return { vectors, ...(isRecord(usage) && { usage }) }
}
