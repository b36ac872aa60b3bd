import { createParser } from 'eventsource-parser'
import type { ZodMiniType } from 'zod/mini'
import { t } from '#languages/app.ts'
import { StreamCutOffError, UnexpectedAnswerError } from './errors.ts'

/**
 * Milliseconds of silence after which the connection counts as lost. The server sends a comment
 * every 15 s.
 */
const idleMs = 45_000

/**
 * Maximum length of a record in UTF-16 units. An answer of 1 MB is several times shorter, even with
 * all characters escaped.
 */
const recordLengthMax = 16 * 1024 * 1024

export type Received<Event> = {
  id: string | undefined
  event: Event
}

/**
 * Parses a `text/event-stream` body, and yields the validated event of each record. Comments only
 * keep the connection open. Leaving the loop early cancels the response.
 * @param isLast returns whether an event is the regular end of the stream.
 * @throws {StreamCutOffError} if the body ends, breaks or is silent for 45 s before such an event.
 * @throws {UnexpectedAnswerError} if a record does not match `schema`.
 * @throws {DOMException} named `AbortError` if the signal of the request is aborted.
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
    // After a failed read, `cancel` rejects with the same error, which was already thrown.
    await reader.cancel().catch(() => {})
  }
}

/**
 * @throws {StreamCutOffError} at the end of the body, when the connection breaks, and after
 * `idleMs` of silence.
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
    // `fetch` throws a TypeError when the network breaks, and another error when the request is
    // aborted.
    if (error instanceof TypeError) throw cutOff(t('The connection was lost.'), error)
    throw error
  } finally {
    clearTimeout(timer)
  }
  throw cutOff(
    isSilent ? t('The server stopped responding.') : t('The stream was cut off before its end.'),
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
    t(
      'The server sent something this page does not understand. Reload the page to get the latest version.',
    ),
    { cause },
  )
