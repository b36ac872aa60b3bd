import type { IncomingMessage } from 'node:http'
import { toError } from '#lib/to-error.ts'
import { encodeJson, isJsonLongerThan, pieceLength } from '../../json/encode-json.ts'
import { paceReading, type ReadingPace } from '../../outgoing/reading-pace.ts'
import { getDecodedBody, postUpstream, release } from '../../outgoing/upstream-request.ts'
import type { ChatProvider, ChatRequest, TakeDelta } from '../../ports/chat-provider.ts'
import type { CircuitBreaker } from '../circuit-breaker.ts'
import type { AnswerReader } from './answer-reader.ts'
import { readChatStream } from './chat-answer.ts'
import type { ChatRequestBody } from './chat-body.ts'
import type { ClientConnection } from './client-connection.ts'
import { readLimitedText } from './limited-body.ts'
import { watchSilence } from './silence-watch.ts'
import { notAnAnswer, refusal, timedOut, unreachable, type AnswerHead } from './upstream-errors.ts'
import { ownValue } from '#lib/own-value.ts'

/** Maximum size of a whole answer or a model list. */
export const responseBytesMax = 16 * 1024 * 1024

export type ChatDialect = {
  toBody: (request: ChatRequest) => ChatRequestBody | Promise<ChatRequestBody>
  /**
   * Returns a corrected body for a request that the service refused with status 400 or 422, or
   * `undefined` if no correction is possible. `text` is the body of the refusal.
   */
  amend?: (request: ChatRequest, body: ChatRequestBody, text: string) => ChatRequestBody | undefined
  openReader: (request: ChatRequest) => AnswerReader
}

type StreamOptions = {
  url: URL
  dialect: ChatDialect
  breaker: CircuitBreaker
  /** Another endpoint of the service, used if `isMeant` returns true for a refusal. */
  elsewhere?: { isMeant: (status: number, text: string) => boolean; ask: AskChat } | undefined
  idleMs: number
  wordlessMs: number
  afterFinishMs?: number | undefined
}

/** Maximum number of repeated requests. Each request omits one more field. */
const amendmentsMax = 3

/**
 * Creates `streamChat` for a service. A request is repeated only if the service refused an optional
 * field.
 */
export const createStreamChat =
  (connection: ClientConnection, options: StreamOptions): ChatProvider['streamChat'] =>
  async (request, signal, take) => {
    const { dialect, elsewhere } = options
    signal.throwIfAborted()
    const body = dialect.toBody(request)
    let asked: ChatRequestBody | Elsewhere | undefined = body instanceof Promise ? await body : body
    for (let times = 0; asked; times++) {
      if (asked === 'elsewhere') return elsewhere?.ask(request, signal, take)
      const sent: ChatRequestBody = asked
      const amend = (status: number, text: string) => {
        if (elsewhere?.isMeant(status, text)) return 'elsewhere'
        const isAboutFields = status === 400 || status === 422
        if (!isAboutFields || times === amendmentsMax) return undefined
        return dialect.amend?.(request, sent, text)
      }
      asked = await askOnce(connection, options, { request, body: sent, amend, signal, take })
    }
  }

type AskChat = ChatProvider['streamChat']
type Elsewhere = 'elsewhere'

const bodyHeaders = {
  'Content-Type': 'application/json',
  Accept: 'text/event-stream, application/json',
}

type Asking = {
  request: ChatRequest
  body: ChatRequestBody
  amend: (status: number, text: string) => ChatRequestBody | Elsewhere | undefined
  signal: AbortSignal
  take: TakeDelta
}

async function askOnce(
  { service, headers, secrets }: ClientConnection,
  { url, dialect, breaker, idleMs, wordlessMs, afterFinishMs }: StreamOptions,
  { request, body: { fields, leftOut }, amend, signal, take }: Asking,
): Promise<ChatRequestBody | Elsewhere | undefined> {
  const content = isJsonLongerThan(pieceLength, fields)
    ? await encodeJson(fields)
    : JSON.stringify(fields)
  signal.throwIfAborted()
  const attempt = breaker.enter()
  const sent = Object.assign(headers(), bodyHeaders)
  const call = postUpstream(url, sent, content)
  let broken: Error | undefined
  const breakOff = (reason: Error) => {
    broken ??= reason
    call.end(reason)
  }
  const hangUp = () => breakOff(toError(signal.reason))
  signal.addEventListener('abort', hangUp, { once: true })
  const watch = watchSilence({ idleMs, wordlessMs }, (ms) => breakOff(timedOut(service, ms)))
  let pace: ReadingPace | undefined
  try {
    const answer = await call.answered
    watch.heard()
    attempt.succeeded()
    const head = toHead(answer)
    const body = getDecodedBody(answer)
    if (head.status < 200 || head.status > 299) {
      const text = await readLimitedText(body, responseBytesMax, watch.heard)
      const amended = amend(head.status, text)
      if (amended) return amended
      throw refusal(service, head, { text, secrets, requestId: sent['X-Request-Id'] })
    }
    // This delta reports before the first text that the service accepted the request.
    void take(leftOut.length > 0 ? { leftOut } : {})
    const reader = dialect.openReader(request)
    pace = paceReading(answer.socket)
    const { afterPiece } = pace
    const toForeignError = (words: string) => notAnAnswer(service, words, secrets)
    await readChatStream(body, { reader, watch, take, afterPiece, toForeignError, afterFinishMs })
    release(answer)
    return undefined
  } catch (error) {
    const reason = broken ?? unreachable(service, error)
    call.end(reason)
    attempt.failed(reason)
    throw reason
  } finally {
    pace?.end()
    watch.end()
    signal.removeEventListener('abort', hangUp)
  }
}

const toHead = ({ statusCode = 0, headers }: IncomingMessage): AnswerHead => ({
  status: statusCode,
  headers: {
    get: (name) => {
      const value = ownValue(headers, name.toLowerCase())
      return value === undefined ? null : String(value)
    },
  },
})
