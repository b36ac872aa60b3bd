import type { ChatApi } from '#contract/connections.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { createPrivateCheck } from '../private-service.ts'
import { fillInKnown } from '../known-models/known-models.ts'
import { remember } from '../remember.ts'
import { createChatDialect } from './chat-dialect.ts'
import { fetchList } from './fetch-list.ts'
import { parseModels } from './models/model-list.ts'
import { createClientConnection } from './client-connection.ts'
import type { VendorQuirks } from './quirks/vendor-quirks.ts'
import { chooseEndpoint, createApiChoice } from './responses/choose-dialect.ts'
import { createResponsesDialect } from './responses/responses-dialect.ts'
import { responseItemsField } from './responses/wire.ts'
import { createStreamChat } from './stream-chat.ts'

export type ClientTimeouts = {
  /** Maximum time without data before and within an answer. */
  idleMs: number
  /** Maximum time in which a stream contains only keep-alive records. */
  wordlessMs: number
  modelsMs: number
  afterFinishMs?: number
}

export const defaultTimeouts: ClientTimeouts = {
  idleMs: 120_000,
  wordlessMs: 900_000,
  modelsMs: 10_000,
}

type ClientOptions = {
  service: UpstreamService
  chatUrl: string
  responsesUrl?: string
  modelsUrl: string
  apiKey?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  quirks?: VendorQuirks | undefined
  knownAs?: string | undefined
  chatApi?: ChatApi | undefined
  timeouts?: Partial<ClientTimeouts>
}

/** Creates a client for one server with OpenAI's chat protocol. Connecting takes at most 10 s. */
export function createOpenAiClient(options: ClientOptions): ChatProvider {
  const { service, chatUrl, modelsUrl, apiKey, headers, quirks = {} } = options
  const { modelsMs, ...streaming } = { ...defaultTimeouts, ...options.timeouts }
  const key = keyHeader(apiKey, quirks)
  const connection = createClientConnection({ service, apiKey, key, headers })
  const breaker = createCircuitBreaker(service.title)

  const asking = { breaker, ...streaming }
  const choice = createApiChoice({
    api: options.chatApi ?? 'auto',
    usualFor: quirks.responses?.usualFor,
  })
  const responses =
    options.responsesUrl === undefined
      ? undefined
      : createStreamChat(connection, {
          url: new URL(options.responsesUrl),
          dialect: createResponsesDialect(connection, quirks, options.knownAs),
          ...asking,
        })
  const chat = createStreamChat(connection, {
    url: new URL(chatUrl),
    dialect: createChatDialect(connection, quirks, options.knownAs),
    elsewhere: responses && {
      isMeant: choice.isMeant,
      ask: (request, signal, take) =>
        responses(request, signal, (delta) => {
          choice.remember(request)
          return take(delta)
        }),
    },
    ...asking,
  })

  const listed = remember(async () =>
    parseModels(service, quirks, await fetchList(connection, modelsUrl, modelsMs)),
  )

  return {
    id: service.id,
    handsBack: [...(quirks.handsBack ?? []), ...(responses ? [responseItemsField] : [])],
    isInPrivateNetwork: createPrivateCheck(chatUrl),
    // The facts are added after caching, because they may change while the list is cached.
    listModels: async (signal) => fillInKnown(options.knownAs, await listed(signal)),
    streamChat: responses ? chooseEndpoint(choice, { chat, responses }) : chat,
  }
}

export const keyHeader = (
  apiKey: string | undefined,
  { keyHeader: name }: { keyHeader?: string | undefined },
): Record<string, string> => {
  if (!apiKey) return {}
  return name === undefined ? { Authorization: `Bearer ${apiKey}` } : { [name]: apiKey }
}
