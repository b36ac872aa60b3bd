/** What is searched for, in a form that Postgres takes and one that finds it in a text. */
export type TextQuery = {
  /** For `to_tsquery('simple', …)`. */
  tsquery: string
  /** What to mark, in small letters: words, and phrases in their pieces. */
  terms: { text: string; isPrefix: boolean }[]
}

const groupsMax = 16

// Scripts that write without spaces; as in the index, each of their letters stands alone.
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u
// As in the index, punctuation only parts words.
const parting = /[\p{Z}\p{C}!-/:-@[-`{-~]+/u

/**
 * Reads what a person typed: words that must all be there, `"phrases"`, `-exclusions`; the last word
 * may be unfinished.
 *
 * @returns nothing when there is nothing to search for.
 */
export function readQuery(typed: string): TextQuery | undefined {
  const groups = [...typed.matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/gu)].slice(0, groupsMax)
  const wanted: string[] = []
  const terms: TextQuery['terms'] = []
  for (const [index, [, minus, phrase, word = '']] of groups.entries()) {
    const pieces = piecesOf(phrase ?? word)
    if (pieces.length === 0) continue
    const isUnfinished = phrase === undefined && !minus && index === groups.length - 1
    const lexemes = pieces.map((piece, at) => {
      // A lone letter would begin nearly everything.
      const isPrefix = isUnfinished && at === pieces.length - 1 && isWorthCompleting(piece)
      if (!minus) terms.push({ text: piece, isPrefix })
      return `'${piece}'${isPrefix ? ':*' : ''}`
    })
    const group = lexemes.join(' <-> ')
    wanted.push(minus ? `!(${group})` : `(${group})`)
  }
  return terms.length === 0 ? undefined : { tsquery: wanted.join(' & '), terms }
}

const isWorthCompleting = (piece: string) => piece.length > 1 && !unspaced.test(piece)

/** Words, and single letters of scripts without spaces, in small letters. */
const piecesOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(parting)
    .flatMap((word) => word.split(new RegExp(`(${unspaced.source})`, 'u')))
    .map((piece) => piece.replaceAll(/['\\]/g, ''))
    .filter(Boolean)
