/** Letters that Unicode does not decompose, and the letters by which they are found. */
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

/** Scripts whose marks are vowels or other sounds, which distinguish words. */
const soundMarks =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3099\u309a]/u

// oxlint-disable-next-line no-control-regex -- the ASCII characters.
const ascii = /^[\u0000-\u007f]*$/

const foldCharacter = (character: string): string => {
  const lower = character.toLowerCase()
  if (soundMarks.test(character)) return lower.normalize('NFKC')
  const bare = lower.normalize('NFKD').replaceAll(/\p{M}+/gu, '')
  return Array.from(bare, (one) => substitutes.get(one) ?? one).join('')
}

export type FoldedText = {
  text: string
  /** Returns the position in the original text at which a character of `text` begins. */
  toOriginal: (at: number) => number
}

/**
 * Folds case, accents, ligatures and full width forms, so that `cafe` finds `CAFÉ` and `strasse`
 * finds `Straße`.
 */
export function foldText(original: string): FoldedText {
  if (ascii.test(original)) return { text: original.toLowerCase(), toOriginal: (at) => at }
  let text = ''
  const starts: number[] = []
  let place = 0
  for (const character of original) {
    const folded = foldCharacter(character)
    for (let at = 0; at < folded.length; at++) starts.push(place)
    text += folded
    place += character.length
  }
  starts.push(original.length)
  return { text, toOriginal: (at) => starts[at] ?? original.length }
}
