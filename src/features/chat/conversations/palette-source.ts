import type { QueryClient } from '@tanstack/react-query'
import { searchChats } from '#api/chat/library.ts'
import { stripMarkdown } from './strip-markdown.ts'
import { withoutRepeatedTitles } from './without-repeated-titles.ts'
import { chatLibraryQueries } from './library-queries.ts'

export type FoundChat = { id: string; title: string; detail: string; path: string }

const foundMax = 8

/**
 * Returns recent conversations and messages that contain `query`. For an empty query, returns only
 * recent conversations.
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
  return withoutRepeatedTitles(page.hits).map(({ conversation, message, snippet }) => ({
    id: message?.id ?? conversation.id,
    title: conversation.title,
    detail: message ? stripMarkdown(snippet.map(({ text }) => text).join('')) : '',
    path: `/chat/${conversation.id}${message ? `#${message.id}` : ''}`,
  }))
}
