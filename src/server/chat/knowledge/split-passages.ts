/** Longest passage, in UTF-16 units: about 300 tokens, a few paragraphs. */
const lengthMax = 1_200
const lengthMin = 500

export type PassagePlace = { start: number; text: string }

/** Where a passage preferably ends, best first: paragraph, line, sentence, word. */
const ends = ['\n\n', '\n', '. ', '。', ' ']

/**
 * Splits a text into passages that end at paragraphs or sentences if possible. Leaves out only
 * white space.
 */
export function* splitPassages(text: string): Generator<PassagePlace> {
  for (let start = 0; start < text.length;) {
    const window = text.slice(start, start + lengthMax)
    const isLast = start + lengthMax >= text.length
    const cut = isLast ? window.length : cutIn(window)
    const passage = window.slice(0, cut)
    const lead = passage.length - passage.trimStart().length
    if (passage.trim() !== '') yield { start: start + lead, text: passage.trim() }
    start += cut
  }
}

function cutIn(window: string): number {
  for (const end of ends) {
    const at = window.lastIndexOf(end)
    if (at >= lengthMin) return at + end.length
  }
  // Do not split a surrogate pair.
  return /[\uD800-\uDBFF]$/.test(window) ? window.length - 1 : window.length
}
