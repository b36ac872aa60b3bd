import { setTimeout as delay } from 'node:timers/promises'
import { and, asc, eq, gte, lt, or } from 'drizzle-orm'
import type { Source } from '#contract/chat/chat.ts'
import { log } from '../../observability/log.ts'
import { documentPassages, documents, folderDocuments } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { ensureIndexed, listIndexes } from './document-index.ts'
import { findByWords } from './find-by-words.ts'
import { joinPassages, type PassageRange } from './join-passages.ts'
import type { Meaning } from './meaning.ts'
import type { PassageKey } from './passage-vectors.ts'
import type { PassageQuery } from './write-query.ts'

/** Maximum number of passages from the search by words, and from the search by meaning. */
export const candidatesMax = 60
/** Maximum wait in milliseconds for documents that are not indexed yet. */
const indexWaitMs = 3_000

type PassageSearch = {
  titles: ReadonlyMap<string, string>
  query: PassageQuery
  model: string | null
  rerankModel: string | null
}

type Options = { store: Store; meaning?: Meaning | undefined }

export async function findPassages(
  { store, meaning }: Options,
  { titles, query, model, rerankModel }: PassageSearch,
): Promise<Source[]> {
  const ids = [...titles.keys()]
  await indexMissing(store, ids)
  const [byWords, byMeaning] = await Promise.all([
    findByWords(store, ids, { terms: query.terms, foundMax: candidatesMax }),
    model !== null && meaning ? meaning.find(ids, model, query.text) : [],
  ])
  const keys = new Map([...byWords, ...byMeaning].map((key) => [getName(key), key]))
  const ranked = fuseRanks([byWords.map(getName), byMeaning.map(getName)]).flatMap(
    (name) => keys.get(name) ?? [],
  )
  const sorted =
    rerankModel !== null && meaning ? await meaning.rerank(rerankModel, query.text, ranked) : ranked
  return readSources(store, joinPassages(sorted), titles)
}

export async function listTitles({ db }: Store, folderId: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: documents.id, title: documents.name })
    .from(folderDocuments)
    .innerJoin(documents, eq(documents.id, folderDocuments.documentId))
    .where(eq(folderDocuments.folderId, folderId))
    .orderBy(asc(documents.id))
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/**
 * Indexes documents that an earlier version of the server added. After `indexWaitMs`, indexing
 * continues in the background, and only the indexed documents are searched.
 */
async function indexMissing(store: Store, documentIds: readonly string[]): Promise<void> {
  const indexed = new Set((await listIndexes(store, documentIds)).map((index) => index.documentId))
  const missing = documentIds.filter((id) => !indexed.has(id))
  if (missing.length === 0) return
  const indexing = (async () => {
    for (const id of missing) await ensureIndexed(store, id)
  })().catch((error: unknown) => log().warn({ error }, 'Files of a folder could not be indexed.'))
  await Promise.race([indexing, delay(indexWaitMs, undefined, { ref: false })])
}

const getName = ({ documentId, position }: PassageKey): string => `${documentId} ${position}`

async function readSources(
  { db }: Store,
  ranges: readonly PassageRange[],
  titles: ReadonlyMap<string, string>,
): Promise<Source[]> {
  if (ranges.length === 0) return []
  const rows = await db
    .select()
    .from(documentPassages)
    .where(
      or(
        ...ranges.map(({ documentId, position, count }) =>
          and(
            eq(documentPassages.documentId, documentId),
            gte(documentPassages.position, position),
            lt(documentPassages.position, position + count),
          ),
        ),
      ),
    )
    .orderBy(asc(documentPassages.position))
  return ranges.flatMap(({ documentId, position, count }) => {
    const own = rows.filter(
      (row) =>
        row.documentId === documentId &&
        row.position >= position &&
        row.position < position + count,
    )
    const [first] = own
    if (!first) return []
    return [
      {
        title: titles.get(documentId) ?? '',
        documentId,
        at: first.start,
        quote: joinTexts(own),
        ...(first.page !== null && { page: first.page }),
        ...(first.heading !== null && { heading: first.heading }),
      },
    ]
  })
}

function joinTexts(passages: readonly { start: number; text: string }[]): string {
  let text = ''
  let end = 0
  for (const passage of passages) {
    if (text !== '') text += '\n'.repeat(Math.min(2, passage.start - end))
    text += passage.text
    end = passage.start + passage.text.length
  }
  return text
}

/**
 * Constant of reciprocal rank fusion, which is added to each rank. The usual value of 60 suits
 * lists of a thousand items. For a few dozen items, 60 would rank the end of a bad list above the
 * top of a good list. Source: Cormack, Clarke and Büttcher, “Reciprocal Rank Fusion outperforms
 * Condorcet and individual Rank Learning Methods”, SIGIR 2009.
 */
const rankOffset = 10

/**
 * Merges ranked lists by reciprocal rank fusion. Items that rank high in several lists come first.
 */
export function fuseRanks(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>()
  for (const list of lists) {
    for (const [at, key] of list.entries()) {
      scores.set(key, (scores.get(key) ?? 0) + 1 / (rankOffset + at + 1))
    }
  }
  return [...scores].toSorted(([, a], [, b]) => b - a).map(([key]) => key)
}
