import type { UpstreamService } from '../../ports/upstream-service.ts'
import { idForUpstream } from '../../observability/request-context.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { createPrivateCheck } from '../private-service.ts'
import { remember } from '../remember.ts'
import { createChatDialect } from './chat-dialect.ts'
import { fetchList } from './fetch-list.ts'
import { parseModels } from './model-list.ts'
import type { ClientConnection } from './client-connection.ts'
import { createStreamChat } from './stream-chat.ts'

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

/** For services that answer chats. */
export const defaultTimeouts: ClientTimeouts = {
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
  const dialect = createChatDialect(connection)

  return {
    id: service.id,
    isInPrivateNetwork: createPrivateCheck(chatUrl),
    listModels: remember(async () =>
      parseModels(service, await fetchList(connection, modelsUrl, modelsMs)),
    ),
    streamChat: createStreamChat(connection, { url: chat, dialect, breaker, ...streaming }),
  }
}
