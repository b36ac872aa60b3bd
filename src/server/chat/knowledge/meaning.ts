import { and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { FolderKnowledge } from '#contract/chat/library.ts'
import { HttpError } from '../../errors/http-error.ts'
import { log } from '../../observability/log.ts'
import type { EmbeddingsProvider } from '../../ports/embeddings.ts'
import { documentPassages, folderDocuments, passageVectors } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import {
  countUnanswered,
  createEmbedder,
  folderPassagesMax,
  forgetUnanswered,
} from './embed-passages.ts'
import { embedMetered, type Sales } from './metered-embeddings.ts'
import { createPassageVectors, type PassageKey } from './passage-vectors.ts'
import { createPauses, type Pauses } from './pauses.ts'
import { createReranker, type Reranker } from './rerank-passages.ts'
import { inRole } from './text-roles.ts'

/**
 * Maximum time that an answer waits for the search by meaning, in milliseconds. Afterwards only
 * words are searched.
 */
const questionTimeoutMs = 4_000
const questionLengthMax = 4_000
const listTimeoutMs = 10_000

export type OfferedModel = { id: string; name: string; service: string; isFree: boolean }

export type Meaning = {
  models: () => Promise<OfferedModel[]>
  rerankModels: () => Promise<OfferedModel[]>
  rerank: Reranker
  wake: () => void
  /**
   * Starts to embed a folder with the model that a person has just chosen. Retries passages that
   * failed before, even if requests to the model are paused after an error.
   */
  begin: (folderId: string, model: string) => Promise<void>
  /** Returns the nearest passages, best first, or none if the service does not respond in time. */
  find: (documentIds: readonly string[], model: string, question: string) => Promise<PassageKey[]>
  stateOf: (folderId: string, model: string) => Promise<NonNullable<FolderKnowledge['meaning']>>
  close: () => Promise<void>
}

type MeaningOptions = {
  store: Store
  embeddings: () => readonly EmbeddingsProvider[]
  spending: Sales
}

export function createMeaning(
  options: MeaningOptions,
  { foundMax }: { foundMax: number },
): Meaning {
  const { store, embeddings, spending } = options
  const pauses = createPauses()
  const vectors = createPassageVectors(store, { foundMax })
  const getProvider = (model: string) => embeddings().find(({ id }) => model.startsWith(`${id}/`))
  const embedder = createEmbedder({ store, providerOf: getProvider, spending, pauses })

  async function embedQuestion(model: string, question: string): Promise<number[] | undefined> {
    const provider = getProvider(model)
    if (!provider || pauses.problemOf(model) !== undefined || question.trim() === '') return
    const name = model.slice(provider.id.length + 1)
    const text = inRole(name, 'question', question.slice(-questionLengthMax))
    const timeoutMs = questionTimeoutMs
    const signal = AbortSignal.timeout(timeoutMs + 1_000)
    const order = { model: name, texts: [text], timeoutMs, signal }
    const [vector] = await embedMetered(provider, spending, order)
    return vector
  }

  return {
    models: () => offered(embeddings(), ({ listModels }) => listModels),
    rerankModels: () => offered(embeddings(), ({ listRerankModels }) => listRerankModels),
    rerank: createReranker(options),
    wake: embedder.wake,
    async begin(folderId, model) {
      await forgetUnanswered(store, { id: folderId, model })
      pauses.end(model)
      embedder.wake()
    },
    async find(documentIds, model, question) {
      try {
        const vector = await embedQuestion(model, question)
        return vector ? await vectors.nearest(documentIds, model, vector) : []
      } catch (error) {
        log().warn({ error, model }, 'A question was not compared by meaning; its words were.')
        pauses.begin(model, error)
        return []
      }
    },
    stateOf: (folderId, model) =>
      readState(store, { folderId, model, pauses, isOffered: getProvider(model) !== undefined }),
    close: embedder.close,
  }
}

async function offered(
  providers: readonly EmbeddingsProvider[],
  getList: (provider: EmbeddingsProvider) => EmbeddingsProvider['listModels'] | undefined,
): Promise<OfferedModel[]> {
  const lists = await Promise.allSettled(
    providers.map(async (provider) => {
      const { title: service, isFree = false } = provider
      const models = (await getList(provider)?.(AbortSignal.timeout(listTimeoutMs))) ?? []
      return models.map((model) => ({ ...model, service, isFree }))
    }),
  )
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
}

async function readState(
  store: Store,
  of: { folderId: string; model: string; pauses: Pauses; isOffered: boolean },
): Promise<NonNullable<FolderKnowledge['meaning']>> {
  const { folderId, model } = of
  const { db } = store
  const inFolder = db
    .select({ id: folderDocuments.documentId })
    .from(folderDocuments)
    .where(eq(folderDocuments.folderId, folderId))
  const [all, done, unanswered] = await Promise.all([
    db
      .select({ count: count() })
      .from(documentPassages)
      .where(inArray(documentPassages.documentId, inFolder)),
    db
      .select({ count: count() })
      .from(passageVectors)
      .where(
        and(
          inArray(passageVectors.documentId, inFolder),
          eq(passageVectors.model, model),
          isNotNull(passageVectors.vector),
        ),
      ),
    countUnanswered(store, { id: folderId, model }),
  ])
  const problem = of.isOffered
    ? of.pauses.problemOf(model)
    : 'This model’s connection was removed or turned off. Choose another model.'
  return {
    model,
    passages: Math.min(all[0]?.count ?? 0, folderPassagesMax),
    embedded: done[0]?.count ?? 0,
    ...(unanswered > 0 && { unanswered }),
    ...(problem !== undefined && { problem }),
  }
}

/** Deletes the vectors of documents that are in no folder with this model. */
export const forgetVectors = async ({ db }: Store, model: string): Promise<void> => {
  const used = sql`(select 1 from folder_documents f join folders d on d.id = f.folder_id
    where f.document_id = ${passageVectors.documentId} and d.embedding_model = ${model})`
  await db
    .delete(passageVectors)
    .where(and(eq(passageVectors.model, model), sql`not exists ${used}`))
}

/** @throws {HttpError} `unknown_model` if no connection offers the model now. */
export function checkOffered(models: readonly OfferedModel[], id: string): void {
  if (models.some((model) => model.id === id)) return
  throw new HttpError(
    'unknown_model',
    'No connection offers this model right now. Choose another one for search by meaning.',
  )
}
