import {
  and,
  asc,
  eq,
  isNotNull,
  isNull,
  lt,
  notExists,
  or,
  sql,
  inArray,
  count,
} from 'drizzle-orm'
import { log } from '../../observability/log.ts'
import type { EmbeddingsProvider } from '../../ports/embeddings.ts'
import { asOwner, asServer } from '../../store/owner-scope.ts'
import { documentPassages, folderDocuments, folders, passageVectors } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { embedMetered, mayBeCharged, type Sales } from './metered-embeddings.ts'
import { toBytes } from './passage-vectors.ts'
import type { Pauses } from './pauses.ts'
import { inRole } from './text-roles.ts'

/**
 * Passages per request, about 7,000 tokens in total. A local service embeds that many before the
 * timeout.
 */
const batchMax = 16
/**
 * Maximum number of passages in a folder that is searched by meaning. Larger folders are searched
 * by words only.
 */
export const folderPassagesMax = 20_000
/**
 * Timeout of a request in milliseconds. A service on a slow machine may have to load the model
 * first.
 */
const timeoutMs = 120_000
/**
 * Time in milliseconds after which a request without a response counts as lost, for example because
 * its server process ended.
 */
const lostAfterMs = 5 * 60_000
const lookEveryMs = 30_000
/**
 * Time in milliseconds that a stopping server waits for the current request, because its result has
 * been paid for.
 */
const closeWaitMs = 3_000

type EmbedderOptions = {
  store: Store
  providerOf: (model: string) => EmbeddingsProvider | undefined
  spending: Sales
  pauses: Pauses
}

/**
 * Embeds the passages of folders that are searched by meaning, one request at a time. A passage is
 * marked as sent before the request, so that only one of several servers pays for the request.
 * Unanswered passages are sent again only on a person's request or if the service is free, because
 * the service may have charged for the first request.
 */
export function createEmbedder(options: EmbedderOptions) {
  const { store } = options
  const end = new AbortController()
  const cutOff = new AbortController()
  let working: Promise<void> | undefined
  let isWoken = false

  async function work(): Promise<void> {
    while (isWoken && !end.signal.aborted) {
      isWoken = false
      const due = await store.db
        .select({ id: folders.id, ownerId: folders.ownerId, model: folders.embeddingModel })
        .from(folders)
        .where(isNotNull(folders.embeddingModel))
      for (const { id, ownerId, model } of due) {
        if (model === null) continue
        await asOwner(ownerId, () =>
          embedFolder(options, { id, model, end: end.signal, cutOff: cutOff.signal }),
        )
      }
    }
  }

  const wake = () => {
    if (end.signal.aborted) return
    isWoken = true
    working ??= asServer(work)
      .catch((error: unknown) => {
        if (!end.signal.aborted) log().error({ error }, 'Files could not be embedded.')
      })
      .finally(() => {
        working = undefined
      })
  }
  const timer = setInterval(wake, lookEveryMs).unref()
  return {
    wake,
    close: async () => {
      clearInterval(timer)
      end.abort()
      const patience = setTimeout(() => cutOff.abort(), closeWaitMs)
      await working
      clearTimeout(patience)
    },
  }
}

type Work = {
  id: string
  model: string
  end: AbortSignal
  cutOff: AbortSignal
}

async function embedFolder(options: EmbedderOptions, work: Work): Promise<void> {
  const { store, providerOf, pauses } = options
  if (providerOf(work.model)?.isFree) await forgetUnanswered(store, work)
  while (!work.end.aborted && pauses.problemOf(work.model) === undefined) {
    const provider = providerOf(work.model)
    if (!provider) return
    const batch = await takeBatch(store, work)
    if (batch.length === 0) return
    try {
      await embedBatch({ ...options, provider }, { ...work, batch })
    } catch (error) {
      const isCharged = !provider.isFree && mayBeCharged(error)
      await (isCharged ? giveUp : putBack)(store, work.model, batch)
      if (work.end.aborted) return
      log().warn({ error, model: work.model }, 'Passages of files could not be embedded.')
      pauses.begin(work.model, error)
    }
  }
}

type Passage = { documentId: string; position: number; heading: string | null; text: string }

/** Puts the headings before a passage, because its text may not name the subject. */
const withHeading = ({ heading, text }: Passage): string =>
  heading === null ? text : `${heading}\n${text}`

async function embedBatch(
  { store, provider, spending }: EmbedderOptions & { provider: EmbeddingsProvider },
  { model, cutOff, batch }: Work & { batch: readonly Passage[] },
): Promise<void> {
  const name = model.slice(provider.id.length + 1)
  const texts = batch.map((passage) => inRole(name, 'passage', withHeading(passage)))
  const vectors = await embedMetered(provider, spending, {
    model: name,
    texts,
    timeoutMs,
    signal: cutOff,
  })
  // An update ignores a document that has been deleted in the meantime. An insert would fail.
  await store.transaction(async ({ db }) => {
    for (const [at, passage] of batch.entries()) {
      await db
        .update(passageVectors)
        .set({ vector: toBytes(vectors[at] ?? []) })
        .where(matchesPassage(model, passage))
    }
  })
}

/**
 * Returns the next passages without a vector, and marks these passages as sent, so that no other
 * server sends them. Returns no passages if the folder no longer uses the model.
 */
async function takeBatch({ db }: Store, { id, model }: Work): Promise<Passage[]> {
  const inFolder = db
    .select({ id: folderDocuments.documentId })
    .from(folderDocuments)
    .innerJoin(folders, eq(folders.id, folderDocuments.folderId))
    .where(and(eq(folders.id, id), eq(folders.embeddingModel, model)))
  const [sent] = await db
    .select({ count: count() })
    .from(passageVectors)
    .where(and(inArray(passageVectors.documentId, inFolder), eq(passageVectors.model, model)))
  const room = folderPassagesMax - (sent?.count ?? 0)
  if (room <= 0) return []
  const known = db
    .select({ one: sql`1` })
    .from(passageVectors)
    .where(
      and(
        eq(passageVectors.documentId, documentPassages.documentId),
        eq(passageVectors.position, documentPassages.position),
        eq(passageVectors.model, model),
      ),
    )
  const next = await db
    .select({
      documentId: documentPassages.documentId,
      position: documentPassages.position,
      heading: documentPassages.heading,
      text: documentPassages.text,
    })
    .from(documentPassages)
    .where(and(inArray(documentPassages.documentId, inFolder), notExists(known)))
    .orderBy(asc(documentPassages.documentId), asc(documentPassages.position))
    .limit(Math.min(batchMax, room))
  if (next.length === 0) return []
  const taken = await db
    .insert(passageVectors)
    .values(next.map(({ documentId, position }) => ({ documentId, position, model })))
    .onConflictDoNothing()
    .returning({ documentId: passageVectors.documentId, position: passageVectors.position })
  const own = new Set(taken.map(({ documentId, position }) => `${documentId} ${position}`))
  return next.filter(({ documentId, position }) => own.has(`${documentId} ${position}`))
}

function unanswered({ db }: Store, { id, model }: Pick<Work, 'id' | 'model'>) {
  const inFolder = db
    .select({ id: folderDocuments.documentId })
    .from(folderDocuments)
    .where(eq(folderDocuments.folderId, id))
  return and(
    inArray(passageVectors.documentId, inFolder),
    eq(passageVectors.model, model),
    isNull(passageVectors.vector),
    lt(passageVectors.sentAt, sql`now() - ${lostAfterMs} * interval '1 ms'`),
  )
}

export async function countUnanswered(
  store: Store,
  of: Pick<Work, 'id' | 'model'>,
): Promise<number> {
  const [row] = await store.db
    .select({ count: count() })
    .from(passageVectors)
    .where(unanswered(store, of))
  return row?.count ?? 0
}

export async function forgetUnanswered(
  store: Store,
  of: Pick<Work, 'id' | 'model'>,
): Promise<void> {
  await store.db.delete(passageVectors).where(unanswered(store, of))
}

const giveUp = async ({ db }: Store, model: string, batch: readonly Passage[]): Promise<void> => {
  const rows = or(...batch.map((passage) => matchesPassage(model, passage)))
  await db
    .update(passageVectors)
    .set({ sentAt: new Date(0) })
    .where(and(rows, isNull(passageVectors.vector)))
}

const putBack = async ({ db }: Store, model: string, batch: readonly Passage[]): Promise<void> => {
  const rows = or(...batch.map((passage) => matchesPassage(model, passage)))
  await db.delete(passageVectors).where(and(rows, isNull(passageVectors.vector)))
}

const matchesPassage = (model: string, { documentId, position }: Passage) =>
  and(
    eq(passageVectors.documentId, documentId),
    eq(passageVectors.model, model),
    eq(passageVectors.position, position),
  )
