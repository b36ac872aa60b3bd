import type { ChatDelta } from '../../ports/chat-provider.ts'

/** Reads the chunks of one answer. */
export type SameChunks = {
  /** The words of a chunk that is like the one learned but for these; nothing for any other. */
  wordsOf: (data: string) => string | undefined
  /** Shows a chunk that was parsed, and what it says. */
  learn: (data: string, delta: ChatDelta) => void
}

type ToDelta = (chunk: object) => ChatDelta | undefined

/** What ends a JSON string or stands for something else in it (RFC 8259, section 7). */
// oxlint-disable-next-line no-control-regex -- JSON forbids these.
const notPlain = /["\\\u0000-\u001F]/
const probe = '\u2400 probe'

/**
 * Most chunks of an answer differ in nothing but their words. Parsing is the dearest part of handing
 * them on, so that a chunk is compared with one before instead, and its words cut out.
 *
 * @param toDelta what a chunk says, by nothing but itself.
 */
export function createSameChunks(toDelta: ToDelta): SameChunks {
  let before: string | undefined
  let after = ''
  /** Chunks parsed since one was the same. */
  let others = 0

  return {
    wordsOf(data) {
      if (before === undefined || !data.startsWith(before) || !data.endsWith(after)) {
        return undefined
      }
      const words = data.slice(before.length, data.length - after.length)
      // Where both overlap there are none.
      if (words === '' || data.length < before.length + after.length) return undefined
      if (notPlain.test(words)) return undefined
      others = 0
      return words
    },
    learn(data, delta) {
      others++
      // An answer of one chunk needs nothing of this. And some services have a number of its own in every
      // chunk: these are looked at ever more rarely.
      if (others < 2 || (others & (others - 1)) !== 0) return
      const { text } = delta
      if (text === undefined || Object.keys(delta).length > 1 || notPlain.test(text)) return
      const start = data.indexOf(`"${text}"`) + 1
      const [head, tail] = [data.slice(0, start), data.slice(start + text.length)]
      if (start > 0 && isTextOf(head + probe + tail, toDelta)) [before, after] = [head, tail]
    },
  }
}

/** Whether the probe is what the chunk says, and all that it says. */
function isTextOf(data: string, toDelta: ToDelta): boolean {
  try {
    const delta = toDelta(JSON.parse(data) as object)
    return delta?.text === probe && Object.keys(delta).length === 1
  } catch {
    return false
  }
}
