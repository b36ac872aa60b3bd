/** The search hit that was opened last: it is marked where it stands, once its message is in view. */
let opened: { messageId: string; words: readonly string[] } | undefined

const wordsMax = 12

/** @param words as they stand in the message. */
export function noteOpenedHit(messageId: string, words: readonly string[]): void {
  const own = [...new Set(words.map((word) => word.trim()).filter(Boolean))]
  opened = { messageId, words: own.slice(0, wordsMax) }
}

/** @returns the words to mark in a message; a second question for the same hit finds none. */
export function takeOpenedHit(messageId: string): readonly string[] {
  const words = opened?.messageId === messageId ? opened.words : []
  opened = undefined
  return words
}
