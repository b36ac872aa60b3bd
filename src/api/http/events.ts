import { createParser } from 'eventsource-parser'
import type { ZodMiniType } from 'zod/mini'
import { StreamCutOffError, UnexpectedAnswerError } from './errors.ts'

/**
 * The server sends a comment every 15 s; after three missing ones the connection counts as lost.
 */
const idleMs = 45_000

/** Longest record, in UTF-16 units: a whole answer of 1 MB, escaped, with margin. */
const recordLengthMax = 16 * 1024 * 1024

export type Received<Event> = {
  /** The last event id on this stream, to send as `Last-Event-ID` when reconnecting. */
  id: string | undefined
  event: Event
}

/**
 * Parses a `text/event-stream` body into checked events, one per `data:` record. Comments only keep
 * the connection alive. Leaving the loop early (`break`, `return`, a throw) cancels the response.
 * @param isLast returns whether an event ends a healthy stream.
 * @throws {StreamCutOffError} if the body ends, breaks or is silent for 45 s before such an event.
 * @throws {UnexpectedAnswerError} if a record does not match `schema`.
 * @throws {DOMException} named `AbortError` if the signal of the request fires.
 * @throws the error of `body`.
 */
export async function* readEvents<Event>(
  body: ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>,
  schema: ZodMiniType<Event>,
  isLast: (event: Event) => boolean,
): AsyncGenerator<Received<Event>, void, undefined> {
  const records: { id: string | undefined; data: string }[] = []
  let lastId: string | undefined
  let overflow: Error | undefined
  const parser = createParser({
    maxBufferSize: recordLengthMax,
    onEvent: ({ id, data }) => {
      lastId = id ?? lastId
      records.push({ id: lastId, data })
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') overflow = error
    },
  })
  const decoder = new TextDecoder()
  const reader = (await body).getReader()
  try {
    for (;;) {
      const chunk = await readChunk(reader)
      parser.feed(decoder.decode(chunk, { stream: true }))
      for (const { id, data } of records.splice(0)) {
        const event = parseRecord(schema, data)
        yield { id, event }
        if (isLast(event)) return
      }
      if (overflow) throw unexpectedEvent(overflow)
    }
  } finally {
    // After a failure, `cancel` rejects with the error that was thrown above.
    await reader.cancel().catch(() => {})
  }
}

/**
 * Reads the next chunk. @throws {StreamCutOffError} at the end of the body, when it breaks, and
 * after `idleMs` of silence.
 */
async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array> {
  let isSilent = false
  const timer = setTimeout(() => {
    isSilent = true
    void reader.cancel()
  }, idleMs)
  try {
    const { value, done } = await reader.read()
    if (!done) return value
  } catch (error) {
    // Fetch throws a TypeError when the network breaks; other errors are aborts.
    if (error instanceof TypeError) throw cutOff('The connection was lost.', error)
    throw error
  } finally {
    clearTimeout(timer)
  }
  throw cutOff(
    isSilent ? 'The server stopped responding.' : 'The stream was cut off before its end.',
  )
}

function parseRecord<Event>(schema: ZodMiniType<Event>, data: string): Event {
  try {
    return schema.parse(JSON.parse(data))
  } catch (error) {
    throw unexpectedEvent(error)
  }
}

const cutOff = (message: string, cause?: unknown) => new StreamCutOffError(message, { cause })

const unexpectedEvent = (cause: unknown) =>
  new UnexpectedAnswerError(
    'The server sent something this page does not understand. Reload the page to get the latest version.',
    { cause },
  )
