import { toFolded } from '#lib/fold-text.ts'

/** Maximum length of a word in UTF-16 units. Longer words are encoded data. */
const termLengthMax = 64

const pairScripts = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々\p{Script=Hangul}`
const unspacedScripts = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`

/**
 * Matches a word, or several words joined by punctuation: `read_file`, `docs/api.md`, `v22.14.0`,
 * `don't`.
 */
const chunks = /[\p{L}\p{M}\p{N}_]+(?:[-.:/\\@#+=$'’]+[\p{L}\p{M}\p{N}_]+)*/gu
/**
 * Splits text by script: scripts that are indexed in pairs of characters, scripts without spaces,
 * and all others.
 */
const runs = new RegExp(
  `(?<word>[[\\p{L}\\p{M}\\p{N}]--[${pairScripts}${unspacedScripts}]]+)|(?<pairs>[${pairScripts}]+)|(?<unspaced>[${unspacedScripts}]+)`,
  'gv',
)
const pair = new RegExp(`^[${pairScripts}]{2}$`, 'u')
const pairOrCharacter = new RegExp(`^[${pairScripts}]{1,2}$`, 'u')
/** Word boundaries inside `camelCase`, `HTTPServer` and `utf8`. */
const humps =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u

// Splits words of scripts without spaces. The locale does not matter, because one segmenter has the
// dictionaries of all these scripts.
const segmenter = new Intl.Segmenter('th', { granularity: 'word' })

/**
 * Returns the search terms of a text in order. Words lose accents and English endings. Identifiers
 * are returned whole and in parts. Text in scripts without spaces is split into pairs of characters
 * or by a dictionary.
 */
export function listTerms(text: string): string[] {
  const terms: string[] = []
  for (const [chunk] of text.normalize('NFKC').matchAll(chunks)) addChunk(terms, chunk)
  return terms
}

function addChunk(terms: string[], chunk: string): void {
  if (/^[a-z]{1,64}$/.test(chunk)) {
    terms.push(stem(chunk))
    return
  }
  let parts = 0
  let isOneScript = true
  for (const { groups } of chunk.matchAll(runs)) {
    const { pairs, unspaced, word = '' } = groups ?? {}
    for (const part of word === '' ? [] : word.split(humps)) {
      if (part.length > termLengthMax) continue
      terms.push(stem(toFolded(part)))
      parts++
    }
    if (pairs !== undefined) addPairs(terms, pairs)
    if (unspaced !== undefined) {
      for (const { segment } of segmenter.segment(unspaced)) terms.push(segment)
    }
    isOneScript &&= word !== ''
  }
  if (parts > 1 && isOneScript && chunk.length <= termLengthMax) terms.push(toFolded(chunk))
}

// Returns whether a term is a pair of characters. In a search, a pair counts as half a word.
export const isPair = (term: string): boolean => pair.test(term)

/** Returns whether a term is probably Japanese grammar, such as an ending or a particle. */
export const isGrammar = (term: string): boolean => /^[\p{Script=Hiragana}ー]{1,2}$/u.test(term)

const longWord = /^[\p{Script=Latin}\p{Script=Cyrillic}]{6,}$/u
const beginningLength = 5

/**
 * Returns the beginning of a long word, and the Han characters of a pair. A search for these parts
 * also finds other forms and compounds of the word.
 */
export function listTermParts(term: string): string[] {
  if (longWord.test(term)) return [`${term.slice(0, beginningLength)}…`]
  if (!pairOrCharacter.test(term)) return []
  return Array.from(term.matchAll(/\p{Script=Han}/gu), ([character]) => `${character}…`)
}

function addPairs(terms: string[], run: string): void {
  const characters = Array.from(run)
  if (characters.length === 1) terms.push(run)
  for (let at = 1; at < characters.length; at++) {
    terms.push(`${characters[at - 1]}${characters[at]}`)
  }
}

const suffix = /^(.*)(?:ing|ed|ers?|ions?|or|able|ly|ment|al|ance|ence|ive|ize|ise)$/

/** Removes common English endings, so that `retries`, `retried` and `retrying` are one term. */
function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word
  const single = word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=x|ch|sh|ss|z|o)es$|(?<![isu])s$/, '')
  const base = suffix.exec(single)?.[1] ?? ''
  const root =
    base.length < 3 || !/[aeiouy]/.test(base) ? single : base.replace(/([bdfgklmnprt])\1$/, '$1')
  return root.replace(/e$/, '').replace(/y$/, 'i')
}
