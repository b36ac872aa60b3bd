/** Of the new words, how many are compared with the end of the old ones. */
const windowLength = 160
/** Shorter repetitions may be meant. */
const overlapMin = 8

/**
 * Joins the words of a continued answer to what is there. Models asked to go on tend to say their last
 * words once more; those are left out.
 *
 * @param old what the answer has already; not empty.
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
    /** What of `text` may be shown by now: nothing until enough has come to compare. */
    push(text: string): string {
      if (held === undefined) return text
      held += text
      // A beginning that stands nowhere in the end can be no repetition of it.
      const isFresh = held.length >= overlapMin && !end.includes(held.slice(0, overlapMin))
      return isFresh || held.length >= windowLength ? release() : ''
    },
    /** What was held back. */
    finish: release,
  }
}
