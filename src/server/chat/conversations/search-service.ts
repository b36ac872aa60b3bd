import { and, desc, eq, gte, isNull, sql, type SQL } from 'drizzle-orm'
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
/**
 * Number of newest messages that are searched first, because frequent words are usually found
 * there.
 */
const newestMax = 2_000
/** Length of the part of a message that is searched and quoted, in characters. */
const snippetSourceLength = 30_000

/** Searches all conversations outside the trash. */
export type SearchService = {
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
      // A separate query gives the planner a constant bound, so that the planner uses both indexes.
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
        // The subquery makes Postgres use the word index for rare words. Otherwise Postgres would
        // scan all messages by time.
        rows = await findWhere(
          sql`${messages.id} = any(array(select id from messages where ${found}))`,
        )
      }
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      const hits = page.map((row): SearchHit => ({
        conversation: toConversation(row.conversation),
        message: { id: row.id, role: row.role, createdAt: row.createdAt.toISOString() },
        snippet: createSnippet(row.text, query.terms),
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

function olderThan(cursor: string): SQL {
  const [, ms, id] = /^(\d{1,16})\.([0-9a-z]{20})$/.exec(cursor) ?? []
  if (ms === undefined) throw new HttpError('bad_request', 'This cursor is not valid.')
  const moment = new Date(Math.min(Number(ms), latestMs)).toISOString()
  return sql`(${messages.createdAt}, ${messages.id}) < (${moment}::timestamptz, ${id}::text)`
}
