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

/** Some 5,000 tokens a request: every service takes that, and one of one's own answers in time. */
const batchMax = 16
/** Of one folder; beyond, words alone find. */
export const folderPassagesMax = 20_000
/** A slow machine loads a model first. */
const timeoutMs = 120_000
/** What was sent so long ago and has no vector was sent by a process that ended, or was given up. */
const lostAfterMs = 5 * 60_000
const lookEveryMs = 30_000
/** How long `close` waits for the request that is under way: what it answers has been paid for. */
const closeWaitMs = 3_000

type EmbedderOptions = {
  store: Store
  providerOf: (model: string) => EmbeddingsProvider | undefined
  spending: Sales
  pauses: Pauses
}

/**
 * Embeds the passages of folders that are searched by meaning, one request after the other. What is to be done is in
 * the rows alone: a restart goes on where it was. A passage is marked as sent before it is: of several servers only one
 * pays for it. What was sent and never answered may have been charged for, so it is not sent again until a person asks
 * for that (`forgetUnanswered`), unless its service is free.
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
  /** Of the folder. */
  id: string
  model: string
  /** Nothing more is sent. */
  end: AbortSignal
  /** The request that is under way is given up. */
  cutOff: AbortSignal
}

async function embedFolder(options: EmbedderOptions, work: Work): Promise<void> {
  const { store, providerOf, pauses } = options
  const provider = providerOf(work.model)
  if (!provider) return
  if (provider.isFree) await forgetUnanswered(store, work)
  while (!work.end.aborted && pauses.problemOf(work.model) === undefined) {
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

type Passage = { documentId: string; position: number; text: string }

async function embedBatch(
  { store, provider, spending }: EmbedderOptions & { provider: EmbeddingsProvider },
  { model, cutOff, batch }: Work & { batch: readonly Passage[] },
): Promise<void> {
  const name = model.slice(provider.id.length + 1)
  const texts = batch.map(({ text }) => inRole(name, 'passage', text))
  const vectors = await embedMetered(provider, spending, {
    model: name,
    texts,
    timeoutMs,
    signal: cutOff,
  })
  // Not inserted again: its document may have been deleted meanwhile.
  await store.transaction(async ({ db }) => {
    for (const [at, passage] of batch.entries()) {
      await db
        .update(passageVectors)
        .set({ vector: toBytes(vectors[at] ?? []) })
        .where(isRowOf(model, passage))
    }
  })
}

/** The next passages without a vector, marked as sent: those that nobody else has marked. */
async function takeBatch({ db }: Store, { id, model }: Work): Promise<Passage[]> {
  const inFolder = db
    .select({ id: folderDocuments.documentId })
    .from(folderDocuments)
    .where(eq(folderDocuments.folderId, id))
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

/** Of a folder and a model: passages that were sent, and that nobody waits for an answer to any more. */
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

/** How many passages of a folder were sent to a model and never answered. */
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

/** Lets what was never answered be sent again. */
export async function forgetUnanswered(
  store: Store,
  of: Pick<Work, 'id' | 'model'>,
): Promise<void> {
  await store.db.delete(passageVectors).where(unanswered(store, of))
}

/** They stay marked as sent, and count as unanswered from now on. */
const giveUp = async ({ db }: Store, model: string, batch: readonly Passage[]): Promise<void> => {
  const rows = or(...batch.map((passage) => isRowOf(model, passage)))
  await db
    .update(passageVectors)
    .set({ sentAt: new Date(0) })
    .where(and(rows, isNull(passageVectors.vector)))
}

const putBack = async ({ db }: Store, model: string, batch: readonly Passage[]): Promise<void> => {
  const rows = or(...batch.map((passage) => isRowOf(model, passage)))
  await db.delete(passageVectors).where(and(rows, isNull(passageVectors.vector)))
}

const isRowOf = (model: string, { documentId, position }: Passage) =>
  and(
    eq(passageVectors.documentId, documentId),
    eq(passageVectors.model, model),
    eq(passageVectors.position, position),
  )
