import { asList, asRecord, isList, isRecord } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { EmbeddingResult, EmbeddingModel, EmbeddingsProvider } from '../../ports/embeddings.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { remember } from '../remember.ts'
import type { ClientConnection } from './client-connection.ts'
import { postJson } from './post-json.ts'

/** Maximum number of dimensions of a vector. The largest known models have 4,096. */
const dimensionsMax = 8_192

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
      const { model, texts, timeoutMs } = request
      const body = { model, input: texts, encoding_format: 'float' }
      const answer = await postJson(connection, url, { body, timeoutMs, signal })
      return readEmbeddings(service, answer, request.texts.length)
    },
  }
}

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
    // `Array.from` fills missing elements, which `every` would skip.
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
