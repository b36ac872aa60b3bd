/** In UTF-16 units: some 300 tokens, a few paragraphs. */
const lengthMax = 1_200
const lengthMin = 500

export type PassagePlace = { start: number; text: string }

/** Ends of paragraphs, lines, sentences and words, the best first. */
const ends = ['\n\n', '\n', '. ', '。', ' ']

/** A text in passages, each ending where its meaning is most likely to. Nothing but white space is left out. */
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
  // Not between the two halves of one sign.
  return /[\uD800-\uDBFF]$/.test(window) ? window.length - 1 : window.length
}
