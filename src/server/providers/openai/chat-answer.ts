import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { HttpError } from '../../errors.ts'
import type { ChatDelta } from '../chat-provider.ts'
import { toDelta } from './chat-chunk.ts'
import { brokeOff, cutOff, type UpstreamService } from './upstream-errors.ts'

/** Longest line, in UTF-16 units; the largest that is known of real services is 10 MB. */
const lineLengthMax = 16 * 1024 * 1024

/** After the reason to finish only the usage can follow, and not every service ends the stream. */
const afterFinishMs = 5_000

type ReadOptions = {
  /** Runs from the beginning of each wait; when it ends, reading throws. */
  timer: NodeJS.Timeout
  secrets: readonly string[]
}

/**
 * Reads a streamed completion. Comments and unknown events only keep it awake.
 *
 * @throws {HttpError} `provider_failed` when the stream ends before the service said that it was
 *   complete, or holds an error or something that is not JSON.
 */
export async function* readChatStream(
  service: UpstreamService,
  response: Response,
  { timer, secrets }: ReadOptions,
): AsyncGenerator<ChatDelta> {
  if (!response.body) throw cutOff()
  const events: EventSourceMessage[] = []
  const parser = createParser({
    maxBufferSize: lineLengthMax,
    onEvent: (event) => events.push(event),
  })
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let isComplete = false
  /** Time when enough has been waited for what may follow the end of the answer. */
  let enoughAt = Infinity
  try {
    for (;;) {
      timer.refresh()
      const chunk = isComplete ? await readUntil(enoughAt, reader) : await reader.read()
      if (chunk.done) break
      parser.feed(decoder.decode(chunk.value, { stream: true }))
      for (const event of events.splice(0)) {
        if (event.data === '[DONE]') return
        const delta = parseEvent(service, event, secrets)
        if (!delta) continue
        if (delta.finishReason !== undefined && !isComplete) {
          isComplete = true
          enoughAt = performance.now() + afterFinishMs
        }
        yield delta
      }
    }
    // Some services leave out the empty line after their last record.
    parser.feed('\n\n')
    const [last] = events
    if (last?.data === '[DONE]') return
    const delta = last && parseLast(service, last, secrets)
    if (delta) yield delta
    if (!isComplete && delta?.finishReason === undefined) throw cutOff()
  } finally {
    // A stream that failed rejects this with the same error, which has been thrown already.
    await reader.cancel().catch(() => {})
  }
}

/** Reads a completion that came in one piece although a stream was asked for. */
export function* readChatJson(
  service: UpstreamService,
  text: string,
  secrets: readonly string[],
): Generator<ChatDelta> {
  const delta = parseEvent(service, { data: text }, secrets)
  if (!delta) throw cutOff()
  yield delta
}

function parseEvent(
  service: UpstreamService,
  { event, data }: EventSourceMessage,
  secrets: readonly string[],
): ChatDelta | undefined {
  if (data === '') return undefined
  let chunk: unknown
  try {
    chunk = JSON.parse(data)
  } catch (cause) {
    if (event === 'error') throw brokeOff(service, data, secrets)
    throw new HttpError(
      'provider_failed',
      `${service.title} sent something that is no part of a chat answer. Check ${service.urlVariable}.`,
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

/** The next piece of a stream whose answer is complete; its end once it is late, or broken off. */
async function readUntil(enoughAt: number, reader: ReadableStreamDefaultReader<Uint8Array>) {
  const nothing = { done: true, value: undefined } as const
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<typeof nothing>((resolve) => {
    timer = setTimeout(() => resolve(nothing), enoughAt - performance.now())
  })
  try {
    return await Promise.race([reader.read(), enough])
  } catch {
    // Nothing is lost but a count of tokens.
    return nothing
  } finally {
    clearTimeout(timer)
  }
}
