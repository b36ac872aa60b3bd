import { cutText } from '#lib/cut-text.ts'
import type { ForeignConversation, ForeignMessage } from './foreign-conversation.ts'

/** Maximum size of a message's text and of its reasoning, in UTF-8 bytes. */
const textBytesMax = 2 * 1024 * 1024
/** Maximum length of the result or the arguments of a tool call, in UTF-16 units. */
const callLengthMax = 1_000_000
const gapsMax = 50

/**
 * Shortens texts that exceed this server's limits. Adds a sentence to `gaps` for each kind of text.
 */
export function fitConversation(conversation: ForeignConversation): ForeignConversation {
  const gaps = new Set(conversation.gaps)
  const messages = conversation.messages.map((message) => fitMessage(message, gaps))
  const more = gaps.size - gapsMax
  const kept = [...gaps].slice(0, gapsMax).map((gap) => cutText(gap, 500))
  return { ...conversation, messages, gaps: more > 0 ? [...kept, `${more} other parts.`] : kept }
}

function fitMessage(message: ForeignMessage, gaps: Set<string>): ForeignMessage {
  const { text, reasoning, toolCalls } = message
  const fitted = fitText(text, gaps)
  return {
    ...message,
    text: fitted,
    ...(reasoning !== undefined && { reasoning: fitText(reasoning, gaps) }),
    ...(toolCalls && {
      toolCalls: toolCalls.map((call) => {
        const isLong = Math.max(call.arguments.length, call.result?.length ?? 0) > callLengthMax
        if (isLong) gaps.add('The end of the arguments or results of a tool, which are very long.')
        return {
          ...call,
          arguments:
            call.arguments.length > callLengthMax
              ? JSON.stringify({ input: cutText(call.arguments, callLengthMax) })
              : call.arguments,
          ...(call.result !== undefined && { result: cutText(call.result, callLengthMax) }),
          at: { ...call.at, text: Math.min(call.at.text, fitted.length) },
        }
      }),
    }),
  }
}

function fitText(text: string, gaps: Set<string>): string {
  // Skip the exact count for short texts, because a UTF-16 unit is at most three bytes.
  if (text.length * 3 <= textBytesMax || Buffer.byteLength(text) <= textBytesMax) return text
  gaps.add('The end of a message that is longer than 2 MB.')
  const kept = Buffer.from(text).subarray(0, textBytesMax)
  return new TextDecoder().decode(kept).replace(/\uFFFD$/, '')
}
