const substitutes = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ł: 'l',
    ħ: 'h',
    ı: 'i',
    ς: 'σ',
  }),
)

/**
 * Accents of Latin, Greek and Cyrillic, and vowel points of Hebrew and Arabic. Marks of other
 * scripts are kept, because they distinguish words.
 */
const marks =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]+/g

const units =
  // oxlint-disable-next-line no-control-regex -- the ASCII characters.
  /((?:[\u0000-\u007f\u3041-\u3094\u30a1-\u30f4\u3400-\u9fff\uac00-\ud7a3](?!\p{M}))+)|[^]\p{M}*/gu

// oxlint-disable-next-line no-control-regex -- the ASCII characters.
const ascii = /^[\u0000-\u007f]*$/

const known = new Map<string, string>()
const knownMax = 4_096

function foldKnown(unit: string): string {
  const before = known.get(unit)
  if (before !== undefined) return before
  const folded = foldUnit(unit)
  if (known.size >= knownMax) known.clear()
  known.set(unit, folded)
  return folded
}

/** Folds a character in the same way as the database function `fold_text`. */
function foldUnit(unit: string): string {
  const bare = unit.normalize('NFKD').toLowerCase().replaceAll(marks, '')
  return Array.from(bare, (one) => substitutes.get(one) ?? one)
    .join('')
    .normalize('NFC')
}

export type FoldedText = {
  text: string
  /** Returns the position in the original text that corresponds to a position in `text`. */
  toOriginal: (at: number) => number
}

/**
 * Removes case, accents, ligatures and full-width forms, so that `cafe` finds `CAFÉ` and `strasse`
 * finds `Straße`.
 */
export function foldText(original: string): FoldedText {
  if (ascii.test(original)) return { text: original.toLowerCase(), toOriginal: (at) => at }
  let text = ''
  const starts: number[] = []
  for (const { 0: unit, 1: plain, index } of original.matchAll(units)) {
    const folded = plain?.toLowerCase() ?? foldKnown(unit)
    for (let at = 0; at < folded.length; at++) starts.push(plain ? index + at : index)
    text += folded
  }
  return { text, toOriginal: (at) => starts[at] ?? original.length }
}

export const toFolded = (text: string): string => foldText(text).text

/** Creates a function that returns whether a folded text contains every word of `query`. */
export function createWordFilter(query: string): (folded: string) => boolean {
  const words = toFolded(query).split(/\s+/).filter(Boolean)
  return (folded) => words.every((word) => folded.includes(word))
}
