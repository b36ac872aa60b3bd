import { formatMention } from '#lib/links/model-mention.ts'

/**
 * Returns the text after the last `@` while the user types a mention, or `undefined`. The `@` must
 * start a word, and at most three words may follow.
 */
export function getMentionQuery(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  if (at < 0 || (at > 0 && !/\s/.test(text.charAt(at - 1)))) return undefined
  const words = text.slice(at + 1)
  if (words.length > 40 || words.includes('\n') || words.startsWith(' ')) return undefined
  return words.split(' ').length <= 3 ? words : undefined
}

export const joinPunctuation = (text: string): string =>
  text.replace(/(\(model [0-9a-z]{20}\)) ([.,;:!?)])$/, '$1$2')

export const withMention = (text: string, model: { id: string; name: string }): string =>
  `${text.slice(0, text.lastIndexOf('@'))}${formatMention(model)} `
