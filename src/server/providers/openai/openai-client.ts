import type { UpstreamService } from '../../ports/upstream-service.ts'
import type { ChatModel } from '#contract/models.ts'
import { idForUpstream } from '../../observability/request-context.ts'
import { upstreamFetch } from '../../outgoing/upstream-fetch.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { createPrivateCheck } from '../private-service.ts'
import { remember } from '../remember.ts'
import { readLimited } from './limited-body.ts'
import { parseModels } from './model-list.ts'
import { bodyBytesMax, createStreamChat, type ClientConnection } from './stream-chat.ts'
import { refusal, timedOut, unreachable, webPage } from './upstream-errors.ts'

export type ClientTimeouts = {
  /** Longest silence before and within an answer. */
  idleMs: number
  /** Longest time in which a stream is only kept awake, without a word in it. */
  wordlessMs: number
  /** Longest wait for the whole list of models. */
  modelsMs: number
  /** Longest wait for what may follow the end of an answer; a few seconds where it is left out. */
  afterFinishMs?: number
}

const defaultTimeouts: ClientTimeouts = {
  idleMs: 120_000,
  wordlessMs: 900_000,
  modelsMs: 10_000,
}

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
  const { modelsMs, ...streaming } = { ...defaultTimeouts, ...options.timeouts }
  const connection: ClientConnection = {
    service,
    headers: () => ({
      ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
      'User-Agent': 'Bozzetto/0.1',
      'X-Request-Id': idForUpstream(),
    }),
    secrets: apiKey ? [apiKey] : [],
  }
  const breaker = createCircuitBreaker(service.title)

  const chat = new URL(chatUrl)

  return {
    id: service.id,
    isInPrivateNetwork: createPrivateCheck(chatUrl),
    listModels: remember(() => fetchModels(connection, modelsUrl, modelsMs)),
    streamChat: createStreamChat(connection, { url: chat, breaker, ...streaming }),
  }
}

/** @throws {HttpError} as `ChatProvider.listModels`. */
async function fetchModels(
  { service, headers, secrets }: ClientConnection,
  modelsUrl: string,
  modelsMs: number,
): Promise<ChatModel[]> {
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

const isWebPage = (response: Response) =>
  (response.headers.get('content-type') ?? '').includes('text/html')
