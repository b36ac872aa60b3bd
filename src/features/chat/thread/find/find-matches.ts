import { foldText } from '#lib/fold-text.ts'
import { shownMentions } from '#lib/links/model-mention.ts'
import type { Turn } from '../../messages/thread.ts'

/** The match with index `nth` in a message. The count includes the reasoning before the answer. */
export type FindMatch = { messageId: string; nth: number }

const matchesMax = 5_000

/** Matches invisible Markdown markers, which are removed so that only visible text is searched. */
const unseen = /\]\([^)\s]*\)|[*_`~#|]+|^\s*>+/gm

const createFindPattern = (query: string): RegExp =>
  new RegExp(
    foldText(query.trim())
      .text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
      .replaceAll(/\s+/g, String.raw`\s+`),
    'gu',
  )

export type TextMatch = { start: number; end: number }

export function findInText(text: string, query: string): TextMatch[] {
  if (foldText(query.trim()).text === '') return []
  const folded = foldText(text)
  return [...folded.text.matchAll(createFindPattern(query))].map(({ 0: found, index }) => {
    const start = folded.toOriginal(index)
    const last = folded.toOriginal(index + found.length - 1)
    // A combining accent belongs to the letter before the accent.
    const marks = /^[^]\p{M}*/u.exec(text.slice(last))?.[0].length ?? 1
    return { start, end: last + marks }
  })
}

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
