/** A code block of a text, finished or not; read aloud it is noise. */
const code = /```[\s\S]*?(?:```|$)/g
const marks = /[*_`~#|>]+|\]\([^)\s]*\)|!?\[/g
const sentenceEnd = /[.!?…。！？](?=\s|$)|\n{2,}/g

/**
 * The sentences of a Markdown text that are complete, as plain words.
 *
 * @param from UTF-16 units that have been read before.
 * @param isDone the rest counts as a sentence too.
 * @returns the words and how far they reach.
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
