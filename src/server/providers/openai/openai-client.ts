import type { IncomingMessage } from 'node:http'
import { upstreamFetch } from '../../outgoing/upstream-fetch.ts'
import { encodeJson, isJsonLongerThan, pieceLength } from '../../json/encode-json.ts'
import { paceReading, type ReadingPace } from '../../outgoing/reading-pace.ts'
import { bodyOf, postUpstream, release } from '../../outgoing/upstream-request.ts'
import { idForUpstream } from '../../seeing/request-context.ts'
import type { ChatProvider, RelayChat } from '../chat-provider.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { createPrivateCheck } from '../private-service.ts'
import { deltasOf } from '../deltas-of.ts'
import { remember } from '../remember.ts'
import { readChatJson, readChatStream } from './chat-answer.ts'
import { readLimited, readLimitedText } from './limited-body.ts'
import { parseModels } from './model-list.ts'
import { watchSilence } from './silence-watch.ts'
import {
  refusal,
  timedOut,
  unreachable,
  webPage,
  type AnswerHead,
  type UpstreamService,
} from './upstream-errors.ts'

export type ClientTimeouts = {
  /** Longest silence before and within an answer. */
  idleMs: number
  /** Longest time in which a stream is only kept awake, without a word in it. */
  wordlessMs: number
  /** Longest wait for the whole list of models. */
  modelsMs: number
}

const defaultTimeouts: ClientTimeouts = {
  idleMs: 120_000,
  wordlessMs: 900_000,
  modelsMs: 10_000,
}

/** A completion without its stream is short of this, and so is a list of models. */
const bodyBytesMax = 16 * 1024 * 1024

type ClientOptions = {
  service: UpstreamService
  chatUrl: string
  modelsUrl: string
  apiKey?: string | undefined
  timeouts?: Partial<ClientTimeouts>
}

/** Talks to one server that speaks OpenAI's chat protocol. Connecting takes at most 10 s. */
export function createOpenAiClient(options: ClientOptions): ChatProvider {
  const { service, chatUrl, modelsUrl, apiKey } = options
  const { idleMs, wordlessMs, modelsMs } = { ...defaultTimeouts, ...options.timeouts }
  const headers = (): Record<string, string> => ({
    ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
    'User-Agent': 'Bozzetto/0.1',
    'X-Request-Id': idForUpstream(),
  })
  const secrets = apiKey ? [apiKey] : []
  const breaker = createCircuitBreaker(service.title)

  const fetchModels = async () => {
    const silence = AbortSignal.timeout(modelsMs)
    try {
      // A redirect would take the key, or the question, to somebody who was not named.
      const response = await upstreamFetch(modelsUrl, {
        headers: { ...headers(), Accept: 'application/json' },
        redirect: 'manual',
        signal: silence,
      })
      const text = await readLimited(response, bodyBytesMax)
      if (!response.ok) throw refusal(service, response, text, secrets)
      if (isWebPage(response)) throw webPage(service)
      return parseModels(service, text)
    } catch (error) {
      if (silence.aborted) throw timedOut(service, modelsMs)
      throw unreachable(service, error)
    }
  }

  const chat = new URL(chatUrl)

  const relayChat: RelayChat = async (request, signal, take) => {
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
      chat,
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
        await readChatStream(body, { service, secrets, watch, take, breathe: pace.breathe })
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

  return {
    id: service.id,
    isInPrivateNetwork: createPrivateCheck(chatUrl),
    listModels: remember(fetchModels),
    streamChat: (request, signal) => deltasOf(relayChat, request, signal),
    relayChat,
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

const isWebPage = (response: Response) =>
  (response.headers.get('content-type') ?? '').includes('text/html')

const asObject = (value: unknown) => (typeof value === 'object' && value !== null ? value : {})
