import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { readDocumentText } from '../../store/document-texts.ts'
import { documentIndexes, documentPassages, documents, documentTerms } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { createYield } from '../../process/yield-loop.ts'
import { listTermParts, listTerms } from './list-terms.ts'
import { createPlaceFinder } from './passage-places.ts'
import { splitPassages } from './split-passages.ts'

/**
 * Version of the index format. Increase the number when terms or counts change, so that documents
 * are indexed again.
 */
const indexVersion = 3
/**
 * Passages per statement. A statement of this size blocks the embedded database for a few
 * milliseconds.
 */
const storedAtOnce = 50
/** Average number of passages per bucket of the index, which gives each bucket a few kilobytes. */
const passagesPerBucket = 4
const bucketsMax = 512

/**
 * Each occurrence of a term in a heading counts this many times, because headings name the subject
 * of a passage.
 */
const headingWeight = 3

/**
 * Alternates between the position of a passage and the number of occurrences of the term in that
 * passage.
 */
type Postings = number[]
export type DocumentIndex = { documentId: string; buckets: number; lengths: number[] }

/** @param buckets a power of two, so that a bit mask selects the bucket. */
function hashTerm(term: string, buckets: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) & (buckets - 1)
}

export async function listIndexes(
  { db }: Store,
  documentIds: readonly string[],
): Promise<DocumentIndex[]> {
  if (documentIds.length === 0) return []
  return db
    .select({
      documentId: documentIndexes.documentId,
      buckets: documentIndexes.buckets,
      lengths: documentIndexes.lengths,
    })
    .from(documentIndexes)
    .where(
      and(
        inArray(documentIndexes.documentId, [...documentIds]),
        eq(documentIndexes.version, indexVersion),
      ),
    )
}

/**
 * Yields the positions of terms in documents. All of `indexes` must have the same number of
 * buckets.
 */
export async function* readPostings(
  { db }: Store,
  indexes: readonly DocumentIndex[],
  terms: ReadonlySet<string>,
): AsyncGenerator<{ documentId: string; term: string; postings: Postings }> {
  const [first] = indexes
  if (!first || terms.size === 0) return
  const wanted = [...new Set(Array.from(terms, (term) => hashTerm(term, first.buckets)))]
  const rows = await db
    .select({ documentId: documentTerms.documentId, postings: documentTerms.postings })
    .from(documentTerms)
    .where(
      and(
        inArray(
          documentTerms.documentId,
          indexes.map(({ documentId }) => documentId),
        ),
        inArray(documentTerms.bucket, wanted),
      ),
    )
  for (const { documentId, postings: stored } of rows) {
    for (const [term, postings] of JSON.parse(stored) as [string, Postings][]) {
      if (terms.has(term)) yield { documentId, term, postings }
    }
  }
}

/**
 * Splits a document into passages and indexes their terms. Does nothing for an indexed document,
 * and completes an interrupted indexing. Each step is a separate statement, because a transaction
 * would block the embedded database.
 */
export async function ensureIndexed(store: Store, documentId: string): Promise<void> {
  if ((await listIndexes(store, [documentId])).length > 0) return
  const { db } = store
  const [document] = await db.select().from(documents).where(eq(documents.id, documentId))
  if (!document) return
  const text = await readDocumentText(db, documentId)
  const findPlace = createPlaceFinder({ ...document, text })
  // Stored passages are not split again, because embeddings refer to their positions.
  const known = await db
    .select({ start: documentPassages.start, text: documentPassages.text })
    .from(documentPassages)
    .where(eq(documentPassages.documentId, documentId))
    .orderBy(asc(documentPassages.position))
  const last = known.at(-1)
  const rest = splitPassages(text, last && last.start + last.text.length)
  const split = [...known, ...rest].map((passage) => ({ ...passage, ...findPlace(passage.start) }))
  await storePassages(store, documentId, split)
  const { terms, lengths } = await indexTerms(document.name, split)
  const buckets = bucketsFor(split.length)
  await storeTerms(store, { documentId, buckets, terms })
  const row = { version: indexVersion, buckets, lengths }
  await db
    .insert(documentIndexes)
    .values({ documentId, ...row })
    .onConflictDoUpdate({ target: documentIndexes.documentId, set: row })
}

type PlacedPassage = {
  start: number
  text: string
  page: number | null
  heading: string | null
}

/** Adds the page and headings to passages that an earlier version of the server stored. */
async function storePassages(
  { db }: Store,
  documentId: string,
  passages: readonly PlacedPassage[],
): Promise<void> {
  const rows = passages.map((passage, position) => ({ documentId, position, ...passage }))
  await inSlices(rows, (slice) =>
    db
      .insert(documentPassages)
      .values(slice)
      .onConflictDoUpdate({
        target: [documentPassages.documentId, documentPassages.position],
        set: { page: sql`excluded.page`, heading: sql`excluded.heading` },
      }),
  )
}

async function inSlices<T>(
  rows: readonly T[],
  store: (slice: T[]) => PromiseLike<unknown>,
): Promise<void> {
  const yieldLoop = createYield()
  for (let from = 0; from < rows.length; from += storedAtOnce) {
    await store(rows.slice(from, from + storedAtOnce))
    await yieldLoop()
  }
}

const bucketsFor = (passages: number): number =>
  Math.min(bucketsMax, 2 ** Math.ceil(Math.log2(Math.max(1, passages / passagesPerBucket))))

/**
 * Counts the terms of each passage, including the file's name and headings, so that a passage is
 * found by its subject.
 */
async function indexTerms(name: string, passages: readonly PlacedPassage[]) {
  const terms = new Map<string, Postings>()
  const lengths: number[] = []
  const nameTerms = new Set(listTerms(name))
  const yieldLoop = createYield()
  for (const [position, { text, heading }] of passages.entries()) {
    const own = listTerms(text)
    lengths.push(own.length)
    const counts = new Map<string, number>()
    const headingTerms = heading === null ? [] : new Set(listTerms(heading))
    const add = (term: string, count: number) => counts.set(term, (counts.get(term) ?? 0) + count)
    for (const [list, weight] of [
      [own, 1],
      [headingTerms, headingWeight],
      [nameTerms, 1],
    ] as const) {
      for (const term of list) {
        add(term, weight)
        for (const part of listTermParts(term)) add(part, weight)
      }
    }
    for (const [term, count] of counts) {
      const known = terms.get(term)
      if (known) known.push(position, count)
      else terms.set(term, [position, count])
    }
    await yieldLoop()
  }
  return { terms, lengths }
}

async function storeTerms(
  { db }: Store,
  index: { documentId: string; buckets: number; terms: ReadonlyMap<string, Postings> },
): Promise<void> {
  const { documentId, buckets } = index
  const contents: [string, Postings][][] = Array.from({ length: buckets }, () => [])
  for (const entry of index.terms) contents[hashTerm(entry[0], buckets)]?.push(entry)
  const rows = contents.map((entries, bucket) => ({ documentId, bucket, entries }))
  await inSlices(rows, (slice) =>
    db
      .insert(documentTerms)
      .values(slice.map(({ entries, ...row }) => ({ ...row, postings: JSON.stringify(entries) })))
      .onConflictDoUpdate({
        target: [documentTerms.documentId, documentTerms.bucket],
        set: { postings: sql`excluded.postings` },
      }),
  )
}
