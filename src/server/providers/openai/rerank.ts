import { asList, asNumber, asRecord, isList, isRecord } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { RerankRequest, RerankResult } from '../../ports/embeddings.ts'
import type { ClientConnection } from './client-connection.ts'
import { postJson } from './post-json.ts'

type Rerank = (request: RerankRequest, signal: AbortSignal) => Promise<RerankResult>

/**
 * Returns whether an error suggests that the rerank endpoint is at another path or expects another
 * format.
 */
const isElsewhere = (error: unknown): boolean =>
  error instanceof HttpError &&
  !error.isAboutKey &&
  (error.code === 'provider_refused' || error.code === 'unknown_model')

/**
 * Creates the function that sorts texts with a rerank model. Most services expect `documents` at
 * `/rerank` beside `/embeddings`, and Text Embeddings Inference expects `texts` at the root of the
 * server.
 * @param baseUrl without a trailing slash.
 */
export function createRerank(connection: ClientConnection, baseUrl: string): Rerank {
  const root = baseUrl.replace(/\/v\d+$/, '')
  let hasTexts = false
  const askUsual: Rerank = async ({ model, query, texts, timeoutMs }, signal) => {
    const body = { model, query, documents: texts, top_n: texts.length, return_documents: false }
    const answer = await postJson(connection, `${baseUrl}/rerank`, { body, timeoutMs, signal })
    return readScores(connection, answer, texts.length)
  }
  const askTexts: Rerank = async ({ query, texts, timeoutMs }, signal) => {
    const body = { query, texts, truncate: true }
    const answer = await postJson(connection, `${root}/rerank`, { body, timeoutMs, signal })
    return readScores(connection, answer, texts.length)
  }
  return async (request, signal) => {
    if (hasTexts) return askTexts(request, signal)
    try {
      return await askUsual(request, signal)
    } catch (error) {
      if (!isElsewhere(error)) throw error
      const result = await askTexts(request, signal).catch(() => undefined)
      if (!result) throw error
      hasTexts = true
      return result
    }
  }
}

/** @throws {HttpError} `provider_failed` for an answer without scores. */
function readScores({ service }: ClientConnection, answer: unknown, count: number): RerankResult {
  const fields = asRecord(answer)
  const list = isList(answer) ? answer : asList(fields['results'] ?? fields['data'])
  const scores: (number | undefined)[] = Array.from({ length: count })
  for (const entry of list) {
    const { index, relevance_score: relevance, score = relevance } = asRecord(entry)
    const at = asNumber(index)
    const value = asNumber(score)
    if (at !== undefined && Number.isInteger(at) && at >= 0 && at < count) scores[at] = value
  }
  if (scores.every((score) => score === undefined)) {
    throw new HttpError(
      'provider_failed',
      `${service.title} did not answer with scores. Choose another model for sorting.`,
    )
  }
  const { usage } = fields
  return { scores, ...(isRecord(usage) && { usage }) }
}
