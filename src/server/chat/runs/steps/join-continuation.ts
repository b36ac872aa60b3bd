/** Number of characters before and after the seam that are compared. */
const windowLength = 160
/** Shortest repetition that is dropped; shorter ones may be intended. */
const overlapMin = 8

/**
 * Appends a continued answer to its beginning. Models tend to repeat their last words; the
 * repetition is dropped.
 * @param old the text so far; not empty.
 */
export function createJoiner(old: string) {
  const end = old.slice(-windowLength)
  let held: string | undefined = ''

  const release = (): string => {
    const words = held ?? ''
    held = undefined
    for (let length = Math.min(end.length, words.length); length >= overlapMin; length--) {
      if (end.endsWith(words.slice(0, length))) return words.slice(length)
    }
    return words
  }

  return {
    /**
     * Returns the part of `text` that can be shown; nothing until there is enough text to compare.
     */
    push(text: string): string {
      if (held === undefined) return text
      held += text
      // Text whose beginning does not occur at the end of `old` cannot be a repetition.
      const isFresh = held.length >= overlapMin && !end.includes(held.slice(0, overlapMin))
      return isFresh || held.length >= windowLength ? release() : ''
    },
    finish: release,
  }
}
