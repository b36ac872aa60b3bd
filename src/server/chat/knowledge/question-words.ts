const wordsMax = 32

// Letters of scripts without spaces between words. The search index splits such text into single
// letters.
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u
const parting = /[\p{Z}\p{C}!-/:-@[-`{-~]+/u

/** Common words of English questions, which nearly every text contains. */
const common = new Set(
  'the and for are was were with that this what which how why who when where does did can could would should have has had not you your from into about there their than then them they its our out any all use'.split(
    ' ',
  ),
)

/**
 * Returns the words of a question to search for, in lower case. Long questions are cut to the last words.
 */
export function questionWords(question: string): string[] {
  const words = question
    .slice(-4_000)
    .toLowerCase()
    .split(parting)
    .flatMap((word) => word.split(new RegExp(`(${unspaced.source})`, 'u')))
    .map((word) => word.replaceAll(/['\\]/g, ''))
    .filter(
      (word) => (word.length > 2 && !common.has(word)) || unspaced.test(word) || /\d/.test(word),
    )
  return [...new Set(words)].slice(-wordsMax)
}
