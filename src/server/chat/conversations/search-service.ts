import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { SearchHit, SearchPage, SearchQuery } from '#contract/chat/search.ts'
import { HttpError } from '../../errors/http-error.ts'
import { conversations, messages } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { toConversation } from './conversation-rows.ts'
import { readQuery, type TextQuery } from './search-query.ts'
import { createSnippet } from './snippet.ts'

/**
 * Maximum number of conversations found by their titles and tags. The first page of results shows
 * these conversations before messages.
 */
const titlesMax = 8
/** Number of messages of the first step. The newest messages are searched first, in steps. */
const firstStep = 250
/** Time of a step in milliseconds below which the next step covers four times as many messages. */
const fastStepMs = 25
/**
 * Time of a search in milliseconds after which no further step begins. The next page continues
 * there, so that no search holds up the other requests of the embedded database.
 */
const searchMs = 100
/** Length of the part of a message that is searched and quoted, in characters. */
const snippetSourceLength = 30_000

/** Searches all conversations outside the trash. */
export type SearchService = {
  search: (query: SearchQuery) => Promise<SearchPage>
}

export type SearchServiceOptions = {
  store: Store
  /** Monotonic time in milliseconds. Only tests set it. */
  clock?: () => number
}

export function createSearchService({
  store,
  clock = () => performance.now(),
}: SearchServiceOptions): SearchService {
  return {
    async search({ q, role, folderId, limit, cursor }) {
      const query = readQuery(q)
      if (!query) return { hits: [] }
      const filter = and(
        isFound(query),
        isNull(conversations.deletedAt),
        inFolder(folderId),
        role === undefined ? undefined : eq(messages.role, role),
      )
      const { rows, next } = await searchInSteps({ store, clock, filter, limit, cursor })
      const hits = rows.map((row): SearchHit => ({
        conversation: toConversation(row.conversation),
        message: { id: row.id, role: row.role, createdAt: row.createdAt.toISOString() },
        snippet: createSnippet(row.text, query.terms),
      }))
      const isFirst = cursor === undefined && role === undefined
      return {
        hits: [...(isFirst ? await titleHits(store, query, folderId) : []), ...hits],
        ...(next && { nextCursor: `${next.createdAt.getTime()}.${next.id}` }),
      }
    },
  }
}

/**
 * Returns a condition for messages that match. The index contains no positions of words, so
 * Postgres would parse each message that has the words of a phrase. The pattern excludes most of
 * these messages first.
 */
function isFound({ indexed, tsquery, phrases }: TextQuery): SQL | undefined {
  if (indexed === tsquery) return hasWords(tsquery)
  const folded = sql`fold_text(left(messages.text, ${snippetSourceLength}))`
  return and(
    hasWords(indexed),
    ...phrases.map((phrase) => sql`${folded} ~ ${phrase}`),
    // Unlike `message_words(text)`, this expression has no index. With the index, Postgres would
    // parse all candidates, not only those of the step that match the pattern.
    sql`(message_words(messages.text) || '') @@ to_tsquery('simple', ${tsquery})`,
  )
}

const hasWords = (words: string) =>
  sql`message_words(messages.text) @@ to_tsquery('simple', ${words})`

type SteppedSearch = Required<SearchServiceOptions> & {
  filter: SQL | undefined
  limit: number
  cursor: string | undefined
}

/**
 * Searches ever larger groups of older messages until the page is full, all messages have been
 * searched or the time is up.
 * @returns a page, and the message after which the next page begins.
 */
async function searchInSteps({ store, clock, filter, limit, cursor }: SteppedSearch) {
  const order = [desc(messages.createdAt), desc(messages.id)] as const
  const endMs = clock() + searchMs
  let older = cursor === undefined ? undefined : isOlder(readCursor(cursor))
  let size = firstStep
  const rows = []
  while (true) {
    const startMs = clock()
    // A separate query gives the planner a constant bound, so that the planner uses both indexes.
    const [oldest] = await store.db
      .select({ createdAt: messages.createdAt, id: messages.id })
      .from(messages)
      .where(older)
      .orderBy(...order)
      .offset(size - 1)
      .limit(1)
    const found = await store.db
      .select({
        conversation: conversations,
        id: messages.id,
        role: messages.role,
        createdAt: messages.createdAt,
        text: sql<string>`left(${messages.text}, ${snippetSourceLength})`,
      })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(and(filter, older, oldest && isSince(oldest)))
      .orderBy(...order)
      .limit(limit + 1 - rows.length)
    rows.push(...found)
    if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1] }
    if (!oldest || clock() > endMs) return { rows, next: oldest }
    older = isOlder(oldest)
    if (clock() - startMs < fastStepMs) size *= 4
  }
}

async function titleHits(
  store: Store,
  { terms, excluded }: TextQuery,
  folderId: string | undefined,
): Promise<SearchHit[]> {
  const rows = await store.db
    .select()
    .from(conversations)
    .where(
      and(
        isNull(conversations.deletedAt),
        inFolder(folderId),
        ...terms.map(({ text }) => sql`${foldedTitle} like ${toPattern(text)}`),
        ...excluded.map((text) => sql`${foldedTitle} not like ${toPattern(text)}`),
      ),
    )
    .orderBy(desc(conversations.updatedAt))
    .limit(titlesMax)
  return rows.map((row): SearchHit => ({
    conversation: toConversation(row),
    snippet: createSnippet(
      [row.title, ...row.tags.map((tag) => `#${tag}`)].join(' '),
      terms.map(({ text }) => ({ text, isPrefix: true })),
    ),
  }))
}

const inFolder = (folderId: string | undefined) =>
  folderId === undefined ? undefined : eq(conversations.folderId, folderId)

const foldedTitle = sql`fold_text(${conversations.title} || ' ' || array_to_string(${conversations.tags}, ' '))`

const toPattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

const latestMs = 8_640_000_000_000_000

type Place = { createdAt: Date; id: string }

function readCursor(cursor: string): Place {
  const [, ms, id] = /^(\d{1,16})\.([0-9a-z]{20})$/.exec(cursor) ?? []
  if (ms === undefined || id === undefined) {
    throw new HttpError('bad_request', 'This cursor is not valid.')
  }
  return { createdAt: new Date(Math.min(Number(ms), latestMs)), id }
}

const isOlder = (place: Place): SQL => sql`${position} < ${toRow(place)}`
const isSince = (place: Place): SQL => sql`${position} >= ${toRow(place)}`

const position = sql`(${messages.createdAt}, ${messages.id})`
const toRow = ({ createdAt, id }: Place): SQL =>
  sql`(${createdAt.toISOString()}::timestamptz, ${id}::text)`
