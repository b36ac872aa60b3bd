import { foldText } from '#lib/fold-text.ts'
import { shownMentions } from '#lib/links/model-mention.ts'
import type { Turn } from '../../messages/thread.ts'

/**
 * A match: the `nth` in this message. The count begins in the message's reasoning, because the
 * reasoning precedes the answer.
 */
export type FindMatch = { messageId: string; nth: number }

const matchesMax = 5_000

/**
 * Matches Markdown marks that are not rendered. They are removed, so that matches are counted in
 * the visible text.
 */
const unseen = /\]\([^)\s]*\)|[*_`~#|]+|^\s*>+/gm

/** Returns a pattern that matches the folded `query` literally in a folded text. */
const createFindPattern = (query: string): RegExp =>
  new RegExp(
    foldText(query.trim())
      .text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
      .replaceAll(/\s+/g, String.raw`\s+`),
    'gu',
  )

/** A match as offsets in the searched text; `end` is exclusive. */
export type TextMatch = { start: number; end: number }

/** Finds `query` in a text, ignoring case and accents. */
export function findInText(text: string, query: string): TextMatch[] {
  if (foldText(query.trim()).text === '') return []
  const folded = foldText(text)
  return [...folded.text.matchAll(createFindPattern(query))].map(({ 0: found, index }) => {
    const start = folded.toOriginal(index)
    const last = folded.toOriginal(index + found.length - 1)
    // Accents that are separate characters belong to the letter before them.
    const marks = /^[^]\p{M}*/u.exec(text.slice(last))?.[0].length ?? 1
    return { start, end: last + marks }
  })
}

/**
 * Returns all matches in a thread from its start, including rows that are collapsed or not
 * rendered.
 */
export function findMatches(turns: readonly Turn[], query: string): FindMatch[] {
  const found: FindMatch[] = []
  if (query.trim() === '') return found
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
      for (const _ of findInText(text, query)) {
        found.push({ messageId: message.id, nth: nth++ })
        if (found.length >= matchesMax) return found
      }
    }
  }
  return found
}
