import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
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
/** Numbers of messages of the first steps. Frequent words are usually found in the newest ones. */
const newestSteps = [250, 1_000]
/** Number of messages of each later step of a search for phrases, whose check is slow. */
const phraseStep = 16_000
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
      const hasPhrases = query.indexed !== query.tsquery
      const { rows, next } = await searchInSteps({
        store,
        clock,
        filter,
        limit,
        cursor,
        laterStep: hasPhrases ? phraseStep : undefined,
      })
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
  /** Number of messages of later steps. If absent, one step searches all older messages. */
  laterStep: number | undefined
}

/**
 * Searches groups of older and older messages until the page is full, all messages have been
 * searched or the time is up.
 * @returns a page, and the message after which the next page begins.
 */
async function searchInSteps({ store, clock, cursor, laterStep, ...search }: SteppedSearch) {
  const { limit } = search
  const endMs = clock() + searchMs
  let before = cursor === undefined ? undefined : readCursor(cursor)
  const found: Place[] = []
  // A later page of a search for phrases begins with a large step, so that few pages are empty.
  const isLater = cursor !== undefined && laterStep !== undefined
  for (let step = isLater ? newestSteps.length : 0; ; step++) {
    const size = newestSteps[step] ?? laterStep
    const oldest = size === undefined ? undefined : await findOldest(store, before, size)
    const isNewest = step < newestSteps.length
    found.push(...(await findInStep(store, { ...search, before, oldest, isNewest })))
    const isFull = found.length > limit
    const isOver = !oldest || clock() > endMs
    if (isFull || isOver) {
      const rows = await readFound(store, found.slice(0, limit))
      return { rows, next: isFull ? found[limit - 1] : oldest }
    }
    before = oldest
  }
}

/** Returns the last of the `size` newest messages before a message. */
async function findOldest(store: Store, before: Place | undefined, size: number) {
  const [oldest] = await store.db
    .select({ createdAt: messages.createdAt, id: messages.id })
    .from(messages)
    .where(before && isBefore(byTime, before))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .offset(size - 1)
    .limit(1)
  return oldest
}

type Step = Pick<SteppedSearch, 'filter' | 'limit'> & {
  before: Place | undefined
  oldest: Place | undefined
  isNewest: boolean
}

const findInStep = (store: Store, { filter, limit, before, oldest, isNewest }: Step) => {
  const time = isNewest ? sql`${messages.createdAt}` : timeWithoutIndex
  const position = sql`(${time}, ${messages.id})`
  return store.db
    .select({ createdAt: messages.createdAt, id: messages.id })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        filter,
        before && isBefore(position, before),
        oldest && sql`${position} >= ${toRow(oldest)}`,
      ),
    )
    .orderBy(desc(time), desc(messages.id))
    .limit(limit + 1)
}

async function readFound(store: Store, found: readonly Place[]) {
  const ids = found.map(({ id }) => id)
  const rows = await store.db
    .select({
      conversation: conversations,
      id: messages.id,
      role: messages.role,
      createdAt: messages.createdAt,
      text: sql<string>`left(${messages.text}, ${snippetSourceLength})`,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(inArray(messages.id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
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

const byTime = sql`(${messages.createdAt}, ${messages.id})`
/**
 * The time of a message in a form that no index has. Only the index of words is left for many
 * messages: with outdated statistics, Postgres would otherwise parse each of these messages.
 */
const timeWithoutIndex = sql`${messages.createdAt} + interval '0'`

const isBefore = (position: SQL, place: Place): SQL => sql`${position} < ${toRow(place)}`

const toRow = ({ createdAt, id }: Place): SQL =>
  sql`(${createdAt.toISOString()}::timestamptz, ${id}::text)`
