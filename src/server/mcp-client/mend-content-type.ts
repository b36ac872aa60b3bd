import { isList } from '#lib/fields.ts'
import { tryParseAnswer } from '../json/parse-json.ts'
import { mendEnvelope } from './mend-envelope.ts'

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

const jsonType = 'application/json'
const eventType = 'text/event-stream'

/**
 * Wraps `fetch` for the SDK, which chooses its parser by the content type and accepts only messages
 * in the form of JSON-RPC. Some servers and proxies send a wrong content type or other messages.
 * This function corrects both.
 */
export const mendingFetch =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init)
    const { body, ok, status } = response
    if (init?.method?.toUpperCase() !== 'POST' || !ok || status === 202 || !body) return response
    const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
    if (type === eventType) return toResponse(response, body.pipeThrough(jsonToEvents()), eventType)
    const { start, rest } = await readStart(body)
    if (/^\s*[{[]/.test(start)) return toResponse(response, rest.pipeThrough(mendJson()), jsonType)
    if (isEvents(start)) return toResponse(response, rest.pipeThrough(mendEvents()), eventType)
    return toResponse(response, rest, response.headers.get('content-type') ?? '')
  }

const isEvents = (start: string): boolean =>
  /^[\s\uFEFF]*(?:(?:data|event|id|retry) ?)?:/.test(start)

function toResponse({ status, statusText, headers }: Response, body: Bytes, type: string) {
  const own = new Headers(headers)
  own.set('content-type', type)
  return new Response(body, { status, statusText, headers: own })
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

/** Reads the first chunk with a character, and returns the whole body again. */
async function readStart(body: Bytes): Promise<{ start: string; rest: Bytes }> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let start = ''
  while (start.trim() === '') {
    const { value, done } = await reader.read()
    if (done) break
    pieces.push(value)
    start += decoder.decode(value, { stream: true })
  }
  const rest: Bytes = new ReadableStream({
    pull: async (controller) => {
      const first = pieces.shift()
      if (first) return controller.enqueue(first)
      const { value, done } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { start, rest }
}

/** Upper bound of a message that is mended, in characters. Lists of tools are far shorter. */
const mendedLengthMax = 4 * 1024 * 1024

/** Returns JSON whose messages have the form of JSON-RPC. Invalid JSON is unchanged. */
function toMended(json: string): string {
  if (json.length > mendedLengthMax) return json
  const message = tryParseAnswer(json)
  const mended = mendEnvelope(message)
  return mended === message ? json : JSON.stringify(mended)
}

type Output = TransformStreamDefaultController<Uint8Array<ArrayBuffer>>
const encoder = new TextEncoder()

const writeTo = (output: Output) => (text: string) => {
  if (text !== '') output.enqueue(encoder.encode(text))
}

function transformText(
  transform: (text: string, write: (text: string) => void) => void,
  flush: (write: (text: string) => void) => void,
) {
  const decoder = new TextDecoder()
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (bytes, output) =>
      transform(decoder.decode(bytes, { stream: true }), writeTo(output)),
    flush: (output) => flush(writeTo(output)),
  })
}

function mendJson() {
  const pieces: string[] = []
  return transformText(
    (text) => void pieces.push(text),
    (write) => write(toMended(pieces.join('').trim())),
  )
}

function mendLine(line: string): string {
  const [, field, data] = /^(data: ?)([{[][^]*?)\r?$/.exec(line) ?? []
  if (field === undefined || data === undefined) return line
  if (data.startsWith('{') || data.length > mendedLengthMax) return field + toMended(data)
  const messages = mendEnvelope(tryParseAnswer(data))
  // The SDK reads one message per event.
  return isList(messages) ? messages.map((one) => field + JSON.stringify(one)).join('\n\n') : line
}

/** Mends the messages in the lines of a stream of events, each of which contains a message. */
function createLineMender() {
  const open: string[] = []
  return {
    feed(text: string): string {
      const end = text.lastIndexOf('\n') + 1
      const lines = end === 0 ? [] : (open.splice(0).join('') + text.slice(0, end)).split('\n')
      open.push(text.slice(end))
      return lines.map(mendLine).join('\n')
    },
    end: () => mendLine(open.splice(0).join('')),
  }
}

function mendEvents() {
  const lines = createLineMender()
  return transformText(
    (text, write) => write(lines.feed(text)),
    (write) => write(lines.end()),
  )
}

/** Converts a body of JSON to events, and mends the messages in a body of events. */
function jsonToEvents() {
  const lines = createLineMender()
  const pieces: string[] = []
  let isJson: boolean | undefined
  return transformText(
    (text, write) => {
      if (isJson === false) return write(lines.feed(text))
      pieces.push(text)
      if (isJson) return
      const start = pieces.join('').trimStart()
      if (start === '') return
      isJson = /^[{[]/.test(start)
      if (!isJson) write(lines.feed(pieces.splice(0).join('')))
    },
    (write) => {
      if (isJson !== true) return write(lines.end())
      const read = mendEnvelope(tryParseAnswer(pieces.join('').trim()))
      const messages = isList(read) ? read : [read]
      for (const one of messages) write(`data: ${JSON.stringify(one)}\n\n`)
    },
  )
}
