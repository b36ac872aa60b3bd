import { upstreamFetch } from '../../outgoing/upstream-fetch.ts'
import { idForUpstream } from '../../seeing/request-context.ts'
import type { ChatDelta, ChatProvider, ChatRequest } from '../chat-provider.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { remember } from '../remember.ts'
import { readChatJson, readChatStream } from './chat-answer.ts'
import { readLimited } from './limited-body.ts'
import { parseModels } from './model-list.ts'
import { refusal, timedOut, unreachable, webPage, type UpstreamService } from './upstream-errors.ts'

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

/**
 * Talks to one server that speaks OpenAI's chat protocol. Connecting takes at most 10 s, which is
 * `fetch`'s own limit.
 */
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

  return {
    id: service.id,
    listModels: remember(fetchModels),

    async *streamChat(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatDelta> {
      signal.throwIfAborted()
      const attempt = breaker.enter()
      const silence = new AbortController()
      const silentFor = (ms: number) => () => silence.abort(timedOut(service, ms))
      const timer = setTimeout(silentFor(idleMs), idleMs)
      const wordless = setTimeout(silentFor(wordlessMs), wordlessMs)
      const sent = headers()
      try {
        const response = await upstreamFetch(chatUrl, {
          method: 'POST',
          headers: {
            ...sent,
            'Content-Type': 'application/json',
            Accept: 'text/event-stream, application/json',
          },
          body: JSON.stringify({
            ...request,
            stream: true,
            stream_options: { ...asObject(request['stream_options']), include_usage: true },
          }),
          redirect: 'manual',
          signal: AbortSignal.any([signal, silence.signal]),
        })
        timer.refresh()
        attempt.succeeded()
        if (!response.ok) {
          const text = await readLimited(response, bodyBytesMax)
          throw refusal(service, response, text, secrets, sent['X-Request-Id'])
        }
        if (isWebPage(response)) throw webPage(service)
        // Tells the caller that the service has accepted, before there is a word.
        yield {}
        const deltas = isJson(response)
          ? readChatJson(service, await readLimited(response, bodyBytesMax), secrets)
          : readChatStream(service, response, { timer, secrets })
        for await (const delta of deltas) {
          wordless.refresh()
          yield delta
        }
      } catch (error) {
        const reason = signal.aborted
          ? (signal.reason as Error)
          : silence.signal.aborted
            ? (silence.signal.reason as Error)
            : unreachable(service, error)
        attempt.failed(reason)
        throw reason
      } finally {
        clearTimeout(timer)
        clearTimeout(wordless)
      }
    },
  }
}

const contentType = (response: Response) => response.headers.get('content-type') ?? ''
const isJson = (response: Response) => contentType(response).includes('application/json')
const isWebPage = (response: Response) => contentType(response).includes('text/html')

const asObject = (value: unknown) => (typeof value === 'object' && value !== null ? value : {})
