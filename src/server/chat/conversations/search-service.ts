import { and, desc, eq, gte, isNull, sql, type SQL } from 'drizzle-orm'
import type { SearchHit, SearchPage, SearchQuery } from '#contract/chat/search.ts'
import { HttpError } from '../../errors/http-error.ts'
import { conversations, messages } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { toConversation } from './conversation-rows.ts'
import { readQuery, type TextQuery } from './search-query.ts'
import { snippetOf } from './snippet.ts'

/** Titles that are found come before messages, only on the first page. */
const titlesMax = 8
/** So many of the newest messages are looked through first: a word that many hold is found there. */
const newestMax = 2_000
/** Of a message, how much is looked at for the snippet; more is not in the index either. */
const snippetSourceLength = 100_000

/** Searches everything that was ever said, except what is in the trash. */
export type SearchService = {
  /** @throws {HttpError} `bad_request` for a cursor that is none of ours. */
  search: (query: SearchQuery) => Promise<SearchPage>
}

export function createSearchService({ store }: { store: Store }): SearchService {
  return {
    async search({ q, role, folderId, limit, cursor }) {
      const query = readQuery(q)
      if (!query) return { hits: [] }
      const found = sql`message_words(messages.text) @@ to_tsquery('simple', ${query.tsquery})`
      const older = cursor === undefined ? undefined : olderThan(cursor)
      const findWhere = (isAmongThem: SQL) =>
        store.db
          .select({
            conversation: conversations,
            id: messages.id,
            role: messages.role,
            createdAt: messages.createdAt,
            text: sql<string>`left(${messages.text}, ${snippetSourceLength})`,
          })
          .from(messages)
          .innerJoin(conversations, eq(conversations.id, messages.conversationId))
          .where(
            and(
              isAmongThem,
              isNull(conversations.deletedAt),
              inFolder(folderId),
              role === undefined ? undefined : eq(messages.role, role),
              older,
            ),
          )
          .orderBy(desc(messages.createdAt), desc(messages.id))
          .limit(limit + 1)
      // Read first: Postgres has to know how few these are to look them up in both indexes.
      const [oldest] = await store.db
        .select({ createdAt: messages.createdAt })
        .from(messages)
        .where(older)
        .orderBy(desc(messages.createdAt), desc(messages.id))
        .offset(newestMax)
        .limit(1)
      let rows = await findWhere(
        oldest ? sql`${found} and ${gte(messages.createdAt, oldest.createdAt)}` : found,
      )
      if (oldest && rows.length <= limit) {
        // What few messages hold is found by the index of words; asked in any other way, Postgres would
        // rather read all messages by their time, since it cannot know how few there are.
        rows = await findWhere(
          sql`${messages.id} = any(array(select id from messages where ${found}))`,
        )
      }
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      const hits = page.map((row): SearchHit => ({
        conversation: toConversation(row.conversation),
        message: { id: row.id, role: row.role, createdAt: row.createdAt.toISOString() },
        snippet: snippetOf(row.text, query.terms),
      }))
      const isFirst = cursor === undefined && role === undefined
      return {
        hits: [...(isFirst ? await titleHits(store, query, folderId) : []), ...hits],
        ...(rows.length > limit &&
          last && { nextCursor: `${last.createdAt.getTime()}.${last.id}` }),
      }
    },
  }
}

/** Conversations whose titles have all the words. */
async function titleHits(
  store: Store,
  { terms }: TextQuery,
  folderId: string | undefined,
): Promise<SearchHit[]> {
  const rows = await store.db
    .select()
    .from(conversations)
    .where(
      and(
        isNull(conversations.deletedAt),
        inFolder(folderId),
        ...terms.map(({ text }) => sql`${conversations.title} ilike ${`%${likeOf(text)}%`}`),
      ),
    )
    .orderBy(desc(conversations.updatedAt))
    .limit(titlesMax)
  return rows.map((row): SearchHit => ({
    conversation: toConversation(row),
    snippet: snippetOf(
      row.title,
      terms.map(({ text }) => ({ text, isPrefix: true })),
    ),
  }))
}

const inFolder = (folderId: string | undefined) =>
  folderId === undefined ? undefined : eq(conversations.folderId, folderId)

const likeOf = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

/** The last moment that a `Date` can hold. */
const latestMs = 8_640_000_000_000_000

function olderThan(cursor: string): SQL {
  const [, ms, id] = /^(\d{1,16})\.([0-9a-z]{20})$/.exec(cursor) ?? []
  if (ms === undefined) throw new HttpError('bad_request', 'This cursor is not valid.')
  const moment = new Date(Math.min(Number(ms), latestMs)).toISOString()
  return sql`(${messages.createdAt}, ${messages.id}) < (${moment}::timestamptz, ${id}::text)`
}
