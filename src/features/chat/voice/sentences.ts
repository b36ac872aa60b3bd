/** Matches a code block, complete or not. Code is not read aloud. */
const code = /```[\s\S]*?(?:```|$)/g
const marks = /[*_`~#|>]+|\]\([^)\s]*\)|!?\[/g
const sentenceEnd = /[.!?…。！？](?=\s|$)|\n{2,}/g

/**
 * Returns the complete sentences of a Markdown text as plain text.
 * @param from number of UTF-16 units that were already read.
 * @param isDone true if the rest also counts as a sentence.
 * @returns the sentences and the position after them.
 */
export function newSentences(
  text: string,
  from: number,
  isDone: boolean,
): { words: string; to: number } {
  const fresh = text.slice(from)
  let end = isDone ? fresh.length : 0
  if (!isDone)
    for (const { index, 0: found } of fresh.matchAll(sentenceEnd)) end = index + found.length
  const words = fresh
    .slice(0, end)
    .replaceAll(code, ' Code. ')
    .replaceAll(marks, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { words, to: from + end }
}
