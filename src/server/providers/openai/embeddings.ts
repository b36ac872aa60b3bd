import { asList, asRecord, isList, isRecord } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import { parseAnswer } from '../../json/parse-json.ts'
import { upstreamFetch } from '../../outgoing/upstream-fetch.ts'
import type {
  EmbeddingResult,
  EmbeddingModel,
  EmbeddingsProvider,
  EmbedRequest,
} from '../../ports/embeddings.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { remember } from '../remember.ts'
import type { ClientConnection } from './client-connection.ts'
import { readLimited } from './limited-body.ts'
import { refusal, timedOut, unreachable, webPage } from './upstream-errors.ts'

/** The largest known models have 4,096 dimensions. */
const dimensionsMax = 8_192

/** Twice the size of sixteen vectors of the largest models. */
const answerBytesMax = 8 * 1024 * 1024

/**
 * Creates an embeddings provider for OpenAI's API, which most services implement.
 * @param options.url ends with `/embeddings`.
 * @param options.listModels lists the embedding models of the service.
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

/** @throws {HttpError} the errors of `EmbeddingsProvider.embed`, or the reason of `signal`. */
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
      // A redirect would send the key or the texts to another server.
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

/** The caller reports invalid JSON as a missing list of embeddings. */
function parsed(text: string): unknown {
  try {
    return parseAnswer(text)
  } catch {
    return undefined
  }
}

/** @throws {HttpError} `provider_failed` if there is not one vector per text. */
function readEmbeddings(service: UpstreamService, answer: unknown, count: number): EmbeddingResult {
  const fields = asRecord(answer)
  const vectors: number[][] = []
  for (const [at, entry] of asList(fields['data']).entries()) {
    const { index, embedding } = asRecord(entry)
    const place = typeof index === 'number' && Number.isInteger(index) ? index : at
    const isVector = isList(embedding) && embedding.every((value) => typeof value === 'number')
    if (place >= 0 && place < count) vectors[place] = isVector ? embedding : []
  }
  const length = vectors[0]?.length ?? 0
  const isWhole =
    vectors.length === count &&
    length > 0 &&
    length <= dimensionsMax &&
    // `every` skips missing elements, `Array.from` fills them.
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
