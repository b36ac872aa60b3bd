import { isList } from '#lib/fields.ts'
import { tryParseAnswer } from '../json/parse-json.ts'

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

const jsonType = 'application/json'
const eventType = 'text/event-stream'

/**
 * Wraps `fetch` so that responses have the content type of their bodies. The SDK decides by the
 * type alone, and some
 * servers and proxies send the wrong type.
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
    const found = /^\s*[{[]/.test(start) ? jsonType : isEvents(start) ? eventType : undefined
    return toResponse(response, rest, found ?? response.headers.get('content-type') ?? '')
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

/** Converts a body of JSON to events. Passes on a body of events unchanged. */
function jsonToEvents() {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let isJson: boolean | undefined
  let json = ''
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      if (isJson === false) return controller.enqueue(bytes)
      json += decoder.decode(bytes, { stream: true })
      if (isJson) return
      const start = json.trimStart()
      if (start === '') return
      isJson = /^[{[]/.test(start)
      if (!isJson) controller.enqueue(encoder.encode(json))
    },
    flush(controller) {
      if (isJson !== true) return
      const read = tryParseAnswer(json.trim())
      const messages = isList(read) ? read : [read]
      for (const one of messages)
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(one)}\n\n`))
    },
  })
}
