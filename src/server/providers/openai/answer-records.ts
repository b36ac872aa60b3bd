import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { HttpError } from '../../errors/http-error.ts'
import { parseAnswer } from '../../json/parse-json.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'
import { toDelta } from './chat-chunk.ts'
import { createSameChunks } from './same-chunks.ts'
import { brokeOff, cutOff } from './upstream-errors.ts'

/** Longest line, in UTF-16 units; the largest that is known of real services is 10 MB. */
const lineLengthMax = 16 * 1024 * 1024

/** What a streamed answer says, record by record. */
export type AnswerRecords = {
  feed: (piece: string) => void
  /**
   * The next piece of the answer, or that the service has called it done; `undefined` until more is fed.
   *
   * @throws {HttpError} `provider_failed` for an error, or for what is not JSON.
   */
  next: () => ChatDelta | 'done' | undefined
  /** Nothing more is fed. A record without its end is one too, as some services leave out the last empty line. */
  end: () => void
}

/** @param secrets are taken out of what the service says in errors. */
export function createAnswerRecords(
  service: UpstreamService,
  secrets: readonly string[],
): AnswerRecords {
  let events: EventSourceMessage[] = []
  let at = 0
  /** Where in `events` records without their end begin. */
  let lastFrom = Infinity
  const parser = createParser({
    maxBufferSize: lineLengthMax,
    onEvent: (event) => events.push(event),
  })
  const same = createSameChunks()

  return {
    feed: (piece) => parser.feed(piece),
    next() {
      for (let event = events[at]; event; event = events[at]) {
        at++
        if (event.data === '[DONE]') return 'done'
        const text = event.event === undefined ? same.wordsOf(event.data) : undefined
        if (text !== undefined) return { text }
        const parse = at > lastFrom ? parseLast : parseEvent
        const delta = parse(service, event, secrets)
        if (!delta) continue
        same.learn(event.data, delta)
        return delta
      }
      events = []
      at = 0
      return undefined
    },
    end() {
      lastFrom = Math.min(lastFrom, events.length)
      parser.feed('\n\n')
    },
  }
}

/** Reads a completion that came in one piece although a stream was asked for. */
export function readChatJson(
  service: UpstreamService,
  text: string,
  secrets: readonly string[],
): ChatDelta {
  const delta = parseEvent(service, { data: text }, secrets)
  if (!delta) throw cutOff()
  return delta
}

function parseEvent(
  service: UpstreamService,
  { event, data }: EventSourceMessage,
  secrets: readonly string[],
): ChatDelta | undefined {
  if (data === '') return undefined
  let chunk: unknown
  try {
    chunk = parseAnswer(data)
  } catch (cause) {
    if (event === 'error') throw brokeOff(service, data, secrets)
    throw new HttpError(
      'provider_failed',
      `${service.title} sent something that is not part of a chat answer. Check ${service.addressSetting}.`,
      { cause },
    )
  }
  if (typeof chunk !== 'object' || chunk === null) return undefined
  const error: unknown = 'error' in chunk ? chunk.error : undefined
  if (error) throw brokeOff(service, error, secrets)
  if (event === 'error') throw brokeOff(service, chunk, secrets)
  return toDelta(chunk)
}

function parseLast(
  service: UpstreamService,
  event: EventSourceMessage,
  secrets: readonly string[],
) {
  try {
    return parseEvent(service, event, secrets)
  } catch (error) {
    // Half a record is what a lost connection leaves; a whole one may hold the service's own error.
    if (error instanceof HttpError && error.cause instanceof SyntaxError) throw cutOff(error.cause)
    throw error
  }
}
