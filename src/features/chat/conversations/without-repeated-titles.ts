import type { SearchHit } from '#contract/chat/search.ts'

/** Removes hits in titles of conversations whose messages are hits, too. */
export function withoutRepeatedTitles(hits: readonly SearchHit[]): SearchHit[] {
  const withMessages = new Set(
    hits.flatMap(({ message, conversation }) => (message ? [conversation.id] : [])),
  )
  return hits.filter(({ message, conversation }) => message || !withMessages.has(conversation.id))
}
