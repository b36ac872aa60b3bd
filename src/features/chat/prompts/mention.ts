import { mentionOf } from '#lib/links/model-mention.ts'

/**
 * The words after the last `@` while a model of the library is being named: `@` begins a word, and the text ends in at
 * most three words after it. `undefined` otherwise.
 */
export function mentionWordsOf(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  if (at < 0 || (at > 0 && !/\s/.test(text.charAt(at - 1)))) return undefined
  const words = text.slice(at + 1)
  if (words.length > 40 || words.includes('\n') || words.startsWith(' ')) return undefined
  return words.split(' ').length <= 3 ? words : undefined
}

/** The text as somebody types it: a mark that follows a model's name takes the place of the space after it. */
export const closedUp = (text: string): string =>
  text.replace(/(\(model [0-9a-z]{20}\)) ([.,;:!?)])$/, '$1$2')

/** The text with a model named at its end, in the place of `@` and what follows it. */
export const withMention = (text: string, model: { id: string; name: string }): string =>
  `${text.slice(0, text.lastIndexOf('@'))}${mentionOf(model)} `
