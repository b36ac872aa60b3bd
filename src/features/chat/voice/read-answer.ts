import type { QueryClient } from '@tanstack/react-query'
import { createSpeaker, type Speaker } from '#queries/voice/speaker.ts'
import { newSentences } from './sentences.ts'

/** Returns the text of an answer so far. The object may change between two calls. */
export type ReadText = () => { text: string; isDone: boolean }

/** Milliseconds between two checks for new sentences of an answer that is being written. */
const checkMs = 120
/**
 * Maximum length of a spoken piece in UTF-16 units. Longer texts are split, so that the first sound
 * comes early.
 */
const pieceLengthMax = 400

/**
 * Reads an answer aloud, sentence by sentence, also while the answer is being written.
 * @param options.onEnd called after the last sentence, with the error if the service fails. Not
 * called after `stop`.
 */
export function readAnswer(
  client: QueryClient,
  readText: ReadText,
  options: { onSound?: () => void; onEnd: (error?: unknown) => void },
): Omit<Speaker, 'add' | 'finish'> {
  const speaker = createSpeaker(client, options)
  let at = 0
  let isStopped = false
  const check = () => {
    const { text, isDone } = readText()
    const { words, to } = newSentences(isDone ? text : beforeOpenCode(text), at, isDone)
    at = to
    for (const piece of toPieces(words)) speaker.add(piece)
    if (!isDone) return
    clearInterval(timer)
    speaker.finish().then(
      () => {
        if (!isStopped) options.onEnd()
      },
      (error: unknown) => {
        speaker.stop()
        options.onEnd(error)
      },
    )
  }
  const timer = setInterval(check, checkMs)
  check()
  return {
    pause: speaker.pause,
    resume: speaker.resume,
    stop() {
      isStopped = true
      clearInterval(timer)
      speaker.stop()
    },
  }
}

function beforeOpenCode(text: string): string {
  const fences = [...text.matchAll(/^ {0,3}```/gm)]
  const open = fences.length % 2 === 1 ? fences.at(-1) : undefined
  return open ? text.slice(0, open.index) : text
}

/** Splits a text after sentences into pieces of at most `pieceLengthMax` units. */
export function toPieces(words: string): string[] {
  const pieces: string[] = []
  let rest = words
  while (rest.length > pieceLengthMax) {
    const start = rest.slice(0, pieceLengthMax)
    const sentences = [...start.matchAll(/[.!?…](?=\s)|[。！？]/g)]
    const end = sentences.at(-1)?.index ?? start.lastIndexOf(' ')
    const cut = end > 0 ? end + 1 : pieceLengthMax
    pieces.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trim()
  }
  if (/[\p{L}\p{N}]/u.test(rest)) pieces.push(rest)
  return pieces
}
