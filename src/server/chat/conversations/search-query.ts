import { toFolded } from '#lib/fold-text.ts'

export type TextQuery = {
  /** Argument of Postgres's `to_tsquery('simple', …)`. */
  tsquery: string
  /** The same without the order of words, which the search index does not contain. */
  indexed: string
  /** Regular expressions that match the folded text of each message with the phrases. */
  phrases: string[]
  /** Words to highlight in folded text, including the words of phrases. */
  terms: { text: string; isPrefix: boolean }[]
  /** Excluded words and phrases in folded text. */
  excluded: string[]
}

const groupsMax = 16

// Scripts without spaces between words, whose text the search index splits into single letters.
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u
// Separators between words, which must be the same as in the search index.
const parting = /[\p{Z}\p{C}!-/:-@[-`{-~]+/u

/**
 * Parses a typed search: required words, `"phrases"` and `-exclusions`. The last word may be
 * incomplete.
 * @returns nothing if there is nothing to search for.
 */
export function readQuery(typed: string): TextQuery | undefined {
  const groups = [...typed.matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/gu)].slice(0, groupsMax)
  const wanted: string[] = []
  const indexed: string[] = []
  const phrases: string[] = []
  const terms: TextQuery['terms'] = []
  const excluded: string[] = []
  for (const [index, [, minus, phrase, word = '']] of groups.entries()) {
    const pieces = splitWords(phrase ?? word)
    if (pieces.length === 0) continue
    const isUnfinished = phrase === undefined && !minus && index === groups.length - 1
    const lexemes = pieces.map((piece, at) => {
      // A single letter is not completed, because nearly every text has a word that begins with it.
      const isPrefix = isUnfinished && at === pieces.length - 1 && isWorthCompleting(piece)
      if (!minus) terms.push({ text: piece, isPrefix })
      return `'${piece}'${isPrefix ? ':*' : ''}`
    })
    if (minus) excluded.push(pieces.join(' '))
    const group = `(${lexemes.join(' <-> ')})`
    wanted.push(minus ? `!${group}` : group)
    if (minus) {
      if (pieces.length === 1) indexed.push(`!${group}`)
    } else {
      indexed.push(`(${lexemes.join(' & ')})`)
      if (pieces.length > 1) phrases.push(toPattern(pieces))
    }
  }
  if (terms.length === 0) return undefined
  return { tsquery: wanted.join(' & '), indexed: indexed.join(' & '), phrases, terms, excluded }
}

// Between two words of a phrase, Postgres accepts any text without words. Letters and digits of ASCII
// always belong to a word.
const gap = '[^a-z0-9]*'

const toPattern = (pieces: string[]) =>
  pieces.map((piece) => piece.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, gap)).join(gap)

const isWorthCompleting = (piece: string) => piece.length > 1 && !unspaced.test(piece)

const splitWords = (text: string): string[] =>
  toFolded(text)
    .split(parting)
    .flatMap((word) => word.split(new RegExp(`(${unspaced.source})`, 'u')))
    .map((piece) => piece.replaceAll(/['\\]/g, ''))
    .filter(Boolean)
