import type { QueryClient } from '@tanstack/react-query'
import { searchChats } from '#api/chat/library.ts'
import { stripMarkdown } from './strip-markdown.ts'
import { groupByConversation } from './group-by-conversation.ts'
import { chatLibraryQueries } from './library-queries.ts'

export type FoundChat = { id: string; title: string; detail: string; path: string }

const foundMax = 8

/**
 * Returns the conversations that contain `query`, each with its best match. For an empty query,
 * returns recent conversations.
 */
export async function findChats(
  client: QueryClient,
  query: string,
  signal: AbortSignal,
): Promise<FoundChat[]> {
  if (query.trim() === '') {
    const { pages } = await client.ensureInfiniteQueryData(chatLibraryQueries.pages('active'))
    return pages
      .flatMap(({ conversations }) => conversations)
      .slice(0, foundMax)
      .map(({ id, title }) => ({ id, title, detail: '', path: `/chat/${id}` }))
  }
  const search = (cursor?: string) => searchChats({ q: query, limit: foundMax, cursor }, signal)
  let page = await search()
  // The server ends a page without hits if it has not yet searched the oldest messages.
  while (page.hits.length === 0 && page.nextCursor) page = await search(page.nextCursor)
  const best = groupByConversation(page.hits).flatMap((group) => group.slice(0, 1))
  return best.map(({ conversation, message, snippet }) => ({
    id: conversation.id,
    title: conversation.title,
    detail: message ? stripMarkdown(snippet.map(({ text }) => text).join('')) : '',
    path: `/chat/${conversation.id}${message ? `#${message.id}` : ''}`,
  }))
}
