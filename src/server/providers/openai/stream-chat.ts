import type { UpstreamService } from '../../ports/upstream-service.ts'
import type { IncomingMessage } from 'node:http'
import { encodeJson, isJsonLongerThan, pieceLength } from '../../json/encode-json.ts'
import { paceReading, type ReadingPace } from '../../outgoing/reading-pace.ts'
import { bodyOf, postUpstream, release } from '../../outgoing/upstream-request.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import type { CircuitBreaker } from '../circuit-breaker.ts'
import { readChatJson, readChatStream } from './chat-answer.ts'
import { readLimitedText } from './limited-body.ts'
import { watchSilence } from './silence-watch.ts'
import { refusal, timedOut, unreachable, webPage, type AnswerHead } from './upstream-errors.ts'

/** A completion without its stream is short of this, and so is a list of models. */
export const bodyBytesMax = 16 * 1024 * 1024

/** What every request to a service needs. */
export type ClientConnection = {
  service: UpstreamService
  headers: () => Record<string, string>
  /** Never quoted in an error. */
  secrets: readonly string[]
}

type StreamOptions = {
  url: URL
  breaker: CircuitBreaker
  /** See `ClientTimeouts`. */
  idleMs: number
  wordlessMs: number
  afterFinishMs?: number | undefined
}

/** `streamChat` of a service that speaks OpenAI's chat protocol. */
export const createStreamChat =
  (
    { service, headers, secrets }: ClientConnection,
    { url, breaker, idleMs, wordlessMs, afterFinishMs }: StreamOptions,
  ): ChatProvider['streamChat'] =>
  async (request, signal, take) => {
    signal.throwIfAborted()
    const asked = {
      ...request,
      stream: true,
      stream_options: { ...asObject(request['stream_options']), include_usage: true },
    }
    const content = isJsonLongerThan(pieceLength, asked)
      ? await encodeJson(asked)
      : JSON.stringify(asked)
    signal.throwIfAborted()
    const attempt = breaker.enter()
    const sent = headers()
    const call = postUpstream(
      url,
      {
        ...sent,
        'Content-Type': 'application/json',
        Accept: 'text/event-stream, application/json',
      },
      content,
    )
    let broken: Error | undefined
    const breakOff = (reason: Error) => {
      broken ??= reason
      call.end(reason)
    }
    const hangUp = () => breakOff(signal.reason as Error)
    signal.addEventListener('abort', hangUp, { once: true })
    const watch = watchSilence({ idleMs, wordlessMs }, (ms) => breakOff(timedOut(service, ms)))
    let answer: IncomingMessage | undefined
    let pace: ReadingPace | undefined
    try {
      answer = await call.answered
      watch.heard()
      attempt.succeeded()
      const head = headOf(answer)
      const body = bodyOf(answer)
      if (head.status < 200 || head.status > 299) {
        const text = await readLimitedText(body, bodyBytesMax)
        throw refusal(service, head, text, secrets, sent['X-Request-Id'])
      }
      const type = typeOf(answer)
      if (type.includes('text/html')) throw webPage(service)
      // Tells the caller that the service has accepted, before there is a word.
      void take({})
      if (type.includes('application/json')) {
        void take(readChatJson(service, await readLimitedText(body, bodyBytesMax), secrets))
      } else {
        pace = paceReading(answer.socket)
        const { afterPiece } = pace
        await readChatStream(body, { service, secrets, watch, take, afterPiece, afterFinishMs })
      }
      release(answer)
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

const typeOf = (answer: IncomingMessage): string => answer.headers['content-type'] ?? ''

const headOf = ({ statusCode = 0, headers }: IncomingMessage): AnswerHead => ({
  status: statusCode,
  headers: {
    get: (name) => {
      const value = headers[name.toLowerCase()]
      return value === undefined ? null : String(value)
    },
  },
})

const asObject = (value: unknown) => (typeof value === 'object' && value !== null ? value : {})
