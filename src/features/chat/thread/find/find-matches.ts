import { shownMentions } from '#lib/links/model-mention.ts'
import type { Turn } from '../../messages/thread.ts'

/**
 * A match: the `nth` in this message, counted from the start of its reasoning, which precedes the
 * answer.
 */
export type FindMatch = { messageId: string; nth: number }

const matchesMax = 5_000

/**
 * Matches Markdown marks that are not rendered. They are removed, so that the number of matches is
 * that of the visible text.
 */
const unseen = /\]\([^)\s]*\)|[*_`~#|]+|^\s*>+/gm

/** Returns a pattern that matches `query` literally, ignoring case. */
export const createFindPattern = (query: string): RegExp =>
  new RegExp(
    query
      .trim()
      .replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
      .replaceAll(/\s+/g, String.raw`\s+`),
    'giu',
  )

/**
 * Returns all matches in a thread from its start, including rows that are collapsed or not
 * rendered.
 */
export function findMatches(turns: readonly Turn[], query: string): FindMatch[] {
  const found: FindMatch[] = []
  if (query.trim() === '') return found
  const pattern = createFindPattern(query)
  for (const { message } of turns) {
    let nth = 0
    const parts = [
      message.reasoning,
      message.text,
      ...(message.toolCalls ?? []).map((call) => call.result),
    ]
    for (const part of parts) {
      if (part === undefined || part === '') continue
      const text = message.role === 'user' ? shownMentions(part) : part.replaceAll(unseen, '')
      for (const { index } of text.matchAll(pattern)) {
        if (index >= 0) found.push({ messageId: message.id, nth: nth++ })
        if (found.length >= matchesMax) return found
      }
    }
  }
  return found
}
