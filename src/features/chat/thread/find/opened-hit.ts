/** The last opened search result. Its words are highlighted once its message is rendered. */
let opened: { messageId: string; words: readonly string[] } | undefined

const wordsMax = 12

export function noteOpenedHit(messageId: string, words: readonly string[]): void {
  const own = [...new Set(words.map((word) => word.trim()).filter(Boolean))]
  opened = { messageId, words: own.slice(0, wordsMax) }
}

/** Returns the words to highlight in a message. Only the first call for a result returns words. */
export function takeOpenedHit(messageId: string): readonly string[] {
  const words = opened?.messageId === messageId ? opened.words : []
  opened = undefined
  return words
}
