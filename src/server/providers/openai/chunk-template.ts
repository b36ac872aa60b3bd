import type { ChatDelta } from '../../ports/chat-provider.ts'

/** Extracts the text from the chunks of one answer without parsing them. */
export type ChunkTemplate = {
  /**
   * Returns the text of a chunk that otherwise equals the learned chunk. `undefined` for any other
   * chunk.
   */
  wordsOf: (data: string) => string | undefined
  learn: (data: string, delta: ChatDelta) => void
}

type ToDelta = (chunk: object) => ChatDelta | undefined

/** Characters that end a JSON string or escape something in it (RFC 8259, section 7). */
// oxlint-disable-next-line no-control-regex -- JSON forbids these.
const notPlain = /["\\\u0000-\u001F]/
const probe = '\u2400 probe'

/**
 * Creates a reader that extracts the text of a chunk without parsing it. Most chunks of an answer
 * differ only in their text, and parsing is the most expensive step of streaming.
 * @param toDelta pure function that converts one chunk.
 */
export function createChunkTemplate(toDelta: ToDelta): ChunkTemplate {
  let before: string | undefined
  let after = ''
  let others = 0

  return {
    wordsOf(data) {
      if (before === undefined || !data.startsWith(before) || !data.endsWith(after)) {
        return undefined
      }
      const words = data.slice(before.length, data.length - after.length)
      // Without text between them, the learned beginning and end would overlap.
      if (words === '' || data.length < before.length + after.length) return undefined
      if (notPlain.test(words)) return undefined
      others = 0
      return words
    },
    learn(data, delta) {
      others++
      // Learns only after 2, 4, 8 … unmatched chunks, because chunks that contain a counter never
      // match.
      if (others < 2 || (others & (others - 1)) !== 0) return
      const { text } = delta
      if (text === undefined || Object.keys(delta).length > 1 || notPlain.test(text)) return
      const start = data.indexOf(`"${text}"`) + 1
      const [head, tail] = [data.slice(0, start), data.slice(start + text.length)]
      if (start > 0 && isTextOf(head + probe + tail, toDelta)) [before, after] = [head, tail]
    },
  }
}

/** Returns whether the probe text is the only content of the chunk. */
function isTextOf(data: string, toDelta: ToDelta): boolean {
  try {
    const delta = toDelta(JSON.parse(data) as object)
    return delta?.text === probe && Object.keys(delta).length === 1
  } catch {
    return false
  }
}
