import { asRecord, isList, isRecord } from '#lib/fields.ts'
import { tryParseAnswer } from '../json/parse-json.ts'
import { mendEnvelope } from './mend-envelope.ts'

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

const jsonType = 'application/json'
const eventType = 'text/event-stream'

/**
 * Wraps `fetch` for the SDK, which accepts only JSON-RPC messages with the right content type. Some
 * servers and proxies send a wrong content type or other messages. This function corrects both.
 */
export const mendingFetch =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init)
    const { body, ok, status } = response
    if (init?.method?.toUpperCase() !== 'POST' || status === 202 || !body) return response
    const request = readRequest(init.body)
    if (!ok) return request.method === 'tools/call' ? toRefusal(response, request) : response
    const mend = createMender(request.id)
    const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
    if (type === eventType)
      return toResponse(response, body.pipeThrough(jsonToEvents(mend)), eventType)
    const { start, rest } = await readStart(body)
    if (/^\s*[{[]/.test(start))
      return toResponse(response, rest.pipeThrough(mendJson(mend)), jsonType)
    if (isEvents(start)) return toResponse(response, rest.pipeThrough(mendEvents(mend)), eventType)
    return toResponse(response, rest, response.headers.get('content-type') ?? '')
  }

const isEvents = (start: string): boolean =>
  /^[\s\uFEFF]*(?:(?:data|event|id|retry) ?)?:/.test(start)

type AskedRequest = { method?: unknown; id?: unknown }

const readRequest = (body: unknown): AskedRequest =>
  typeof body === 'string' && body.length < mendedLengthMax ? asRecord(tryParseAnswer(body)) : {}

/** These statuses concern the session and the sign-in, not the call. */
const sessionStatuses = new Set([401, 403, 404, 405, 407])

/** Converts the error of a refused call to a message, so that the model receives the reason. */
async function toRefusal(response: Response, { id }: AskedRequest): Promise<Response> {
  if (sessionStatuses.has(response.status)) return response
  const text = await response.text()
  const message = tryParseAnswer(text.trim())
  const { status, statusText, headers } = response
  if (!isRecord(message) || !message['error'])
    return new Response(text, { status, statusText, headers })
  return Response.json(asRecord(mendEnvelope({ ...message, id }, id)))
}

function toResponse({ status, statusText, headers }: Response, body: Bytes, type: string) {
  const own = new Headers(headers)
  own.set('content-type', type)
  return new Response(body, { status, statusText, headers: own })
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

/**
 * Reads the body up to the first character that is not white space. Also returns the whole body.
 */
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

/** Maximum length of a message that is corrected, in characters. Lists of tools are far shorter. */
const mendedLengthMax = 4 * 1024 * 1024

type Mender = {
  value: (message: unknown) => unknown
  json: (json: string) => string
}

const createMender = (requestId: unknown): Mender => ({
  value: (message) => mendEnvelope(message, requestId),
  json(json) {
    if (json.length > mendedLengthMax) return json
    const message = tryParseAnswer(json)
    const mended = mendEnvelope(message, requestId)
    return mended === message ? json : JSON.stringify(mended)
  },
})

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

function mendJson(mend: Mender) {
  const pieces: string[] = []
  return transformText(
    (text) => void pieces.push(text),
    (write) => write(mend.json(pieces.join('').trim())),
  )
}

function mendLine(line: string, mend: Mender): string {
  const [, field, data] = /^(data: ?)([{[][^]*?)\r?$/.exec(line) ?? []
  if (field === undefined || data === undefined) return line
  if (data.startsWith('{') || data.length > mendedLengthMax) return field + mend.json(data)
  const messages = mend.value(tryParseAnswer(data))
  // The SDK reads one message per event, so a list of messages becomes several events.
  return isList(messages) ? messages.map((one) => field + JSON.stringify(one)).join('\n\n') : line
}

function createLineMender(mend: Mender) {
  const open: string[] = []
  /**
   * Line with the name of the current event, held back because the next line may change the name.
   */
  let named = ''
  const mendNext = (given: string): string => {
    // The SDK ignores messages in events with other names than `message`.
    const isMessage = /^data: ?\{/.test(given) && given.includes('"jsonrpc"')
    const before = named === '' ? '' : `${isMessage ? 'event: message' : named}\n`
    named = given.startsWith('event:') ? given : ''
    return named === '' ? `${before}${mendLine(given, mend)}\n` : before
  }
  return {
    feed(text: string): string {
      const end = text.lastIndexOf('\n') + 1
      const lines = end === 0 ? [] : (open.splice(0).join('') + text.slice(0, end)).split('\n')
      open.push(text.slice(end))
      return lines.slice(0, -1).map(mendNext).join('')
    },
    // Some servers omit the blank line after the last event.
    end: () => `${mendNext(open.splice(0).join(''))}\n`,
  }
}

function mendEvents(mend: Mender) {
  const lines = createLineMender(mend)
  return transformText(
    (text, write) => write(lines.feed(text)),
    (write) => write(lines.end()),
  )
}

/** Converts a JSON body to events, and corrects the messages in an event stream. */
function jsonToEvents(mend: Mender) {
  const lines = createLineMender(mend)
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
      const read = mend.value(tryParseAnswer(pieces.join('').trim()))
      const messages = isList(read) ? read : [read]
      for (const one of messages) write(`data: ${JSON.stringify(one)}\n\n`)
    },
  )
}
