import { and, eq, or } from 'drizzle-orm'
import { log } from '../../observability/log.ts'
import type { EmbeddingsProvider } from '../../ports/embeddings.ts'
import { documentPassages } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { rerankMetered, type Sales } from './metered-embeddings.ts'
import type { PassageKey } from './passage-vectors.ts'
import { createPauses } from './pauses.ts'

/** Maximum time that an answer waits for the rerank model, in milliseconds. */
const timeoutMs = 4_000
/** Number of best passages that the rerank model sorts. The other passages follow them. */
const sortedMax = 30
const queryLengthMax = 2_000

export type Reranker = (
  model: string,
  query: string,
  ranked: readonly PassageKey[],
) => Promise<readonly PassageKey[]>

/**
 * Creates a function that sorts found passages with a rerank model. If the model cannot be used in
 * time, the order does not change.
 */
export function createReranker(options: {
  store: Store
  embeddings: () => readonly EmbeddingsProvider[]
  spending: Sales
}): Reranker {
  const { store, embeddings, spending } = options
  const pauses = createPauses()
  return async (model, query, ranked) => {
    const provider = embeddings().find(({ id }) => model.startsWith(`${id}/`))
    const sorted = ranked.slice(0, sortedMax)
    const isPaused = pauses.problemOf(model) !== undefined
    if (!provider?.rerank || isPaused || sorted.length < 2 || query.trim() === '') return ranked
    try {
      const texts = await readTexts(store, sorted)
      const scores = await rerankMetered(provider, spending, {
        model: model.slice(provider.id.length + 1),
        query: query.slice(-queryLengthMax),
        texts,
        timeoutMs,
        signal: AbortSignal.timeout(timeoutMs + 1_000),
      })
      const order = sorted
        .map((key, at) => ({ key, score: scores[at] ?? -Infinity }))
        .toSorted((a, b) => b.score - a.score)
      return [...order.map(({ key }) => key), ...ranked.slice(sortedMax)]
    } catch (error) {
      log().warn({ error, model }, 'Passages were not sorted by a model; their order stays.')
      pauses.begin(model, error)
      return ranked
    }
  }
}

async function readTexts({ db }: Store, keys: readonly PassageKey[]): Promise<string[]> {
  const { documentId, position, text } = documentPassages
  const rows = await db
    .select({ documentId, position, text })
    .from(documentPassages)
    .where(
      or(...keys.map((key) => and(eq(documentId, key.documentId), eq(position, key.position)))),
    )
  return keys.map(
    (key) =>
      rows.find((row) => row.documentId === key.documentId && row.position === key.position)
        ?.text ?? '',
  )
}
