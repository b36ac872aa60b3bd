/**
 * Number of characters that are compared, at the end of the old text and at the beginning of the
 * new text.
 */
const windowLength = 160
/**
 * Minimum length of a repetition that is dropped, in characters. Shorter repetitions may be
 * intended.
 */
const overlapMin = 8

/**
 * Creates a joiner that appends a continuation to an answer. A repetition of the last words at the
 * beginning of the continuation is dropped.
 * @param old the text so far, not empty.
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
    push(text: string): string {
      if (held === undefined) return text
      held += text
      // The new text repeats nothing if its beginning does not occur at the end of `old`.
      const isFresh = held.length >= overlapMin && !end.includes(held.slice(0, overlapMin))
      return isFresh || held.length >= windowLength ? release() : ''
    },
    finish: release,
  }
}
