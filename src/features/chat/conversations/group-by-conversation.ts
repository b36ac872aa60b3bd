import type { SearchHit } from '#contract/chat/search.ts'

/** Removes hits in titles of conversations whose messages are hits, too. */
function withoutRepeatedTitles(hits: readonly SearchHit[]): SearchHit[] {
  const withMessages = new Set(
    hits.flatMap(({ message, conversation }) => (message ? [conversation.id] : [])),
  )
  return hits.filter(({ message, conversation }) => message || !withMessages.has(conversation.id))
}

/**
 * Groups hits by conversation, in the order of the first hits. The hit with the most matches comes
 * first in its group.
 */
export function groupByConversation(hits: readonly SearchHit[]): SearchHit[][] {
  const groups = new Map<string, SearchHit[]>()
  for (const hit of withoutRepeatedTitles(hits)) {
    const group = groups.get(hit.conversation.id)
    if (group) group.push(hit)
    else groups.set(hit.conversation.id, [hit])
  }
  return [...groups.values()].map((group) =>
    group.toSorted((a, b) => countMatches(b) - countMatches(a)),
  )
}

const countMatches = ({ snippet }: SearchHit): number =>
  snippet.filter(({ isMatch }) => isMatch).length
