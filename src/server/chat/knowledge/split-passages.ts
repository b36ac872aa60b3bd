/** Maximum length of a passage in UTF-16 units: about 450 tokens, or some paragraphs. */
const lengthMax = 1_800
const lengthMin = 700
/**
 * Factor of `lengthMax` for dense scripts, in which one character is about a word or a syllable.
 */
const denseFactor = 2 / 3

const dense =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu
const sampleLength = 10_000
/**
 * A text counts as dense if it has this fraction of dense characters. The fraction is low because
 * code and names are ASCII.
 */
const denseFraction = 0.2

export type PassagePlace = { start: number; text: string }

/** Preferred ends of a passage, best first: paragraph, line, sentence, word. */
const ends = ['\n\n', '\n', '. ', '。', ' ']

/**
 * Splits a text into passages that end at paragraphs or sentences if possible.
 * @param from end of the previous passage.
 */
export function* splitPassages(text: string, from = 0): Generator<PassagePlace> {
  const factor = isDense(text) ? denseFactor : 1
  const [max, min] = [lengthMax * factor, lengthMin * factor]
  for (let start = skipSpace(text, from); start < text.length;) {
    const window = text.slice(start, start + max)
    const isLast = start + max >= text.length
    const cut = isLast ? window.length : cutIn(window, min)
    yield { start, text: window.slice(0, cut).trimEnd() }
    start = skipSpace(text, start + cut)
  }
}

function isDense(text: string): boolean {
  const sample = text.slice(0, sampleLength)
  return (sample.match(dense)?.length ?? 0) > sample.length * denseFraction
}

function skipSpace(text: string, from: number): number {
  const space = /\s*/y
  space.lastIndex = from
  return from + (space.exec(text)?.[0].length ?? 0)
}

function cutIn(window: string, min: number): number {
  for (const end of ends) {
    const at = window.lastIndexOf(end)
    if (at >= min) return at + end.length
  }
  return /[\uD800-\uDBFF]$/.test(window) ? window.length - 1 : window.length
}
