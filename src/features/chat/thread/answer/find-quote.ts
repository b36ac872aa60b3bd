/** Maximum length of a gap of white space in the searched text, in UTF-16 units. */
const spaceMax = 1_000

/**
 * Returns where a quote that starts at `at` ends, or undefined if the text differs. Ignores white
 * space, because quotes contain less white space than the text.
 */
export function findQuoteEnd(text: string, quote: string, at: number): number | undefined {
  let end = at
  for (const word of quote.split(/\s+/)) {
    if (word === '') continue
    end += /^\s*/.exec(text.slice(end, end + spaceMax))?.[0].length ?? 0
    if (!text.startsWith(word, end)) return undefined
    end += word.length
  }
  return end
}

export const findPage = (pageStarts: readonly number[], at: number): number =>
  Math.max(
    0,
    pageStarts.findLastIndex((start) => start <= at),
  )
