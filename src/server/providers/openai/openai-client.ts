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
  /** Where it serves OpenAI's Responses; absent: nowhere. */
  responsesUrl?: string
  modelsUrl: string
  apiKey?: string | undefined
  /** That a person has added. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Absent: none are known. */
  quirks?: VendorQuirks | undefined
  /** Its name in the snapshot of known models. */
  knownAs?: string | undefined
  /** Which of both a person chose; absent: `auto`. */
  chatApi?: ChatApi | undefined
  timeouts?: Partial<ClientTimeouts>
}

/** Talks to one server that speaks OpenAI's chat protocol. Connecting takes at most 10 s. */
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
    // What is known beside the list may be renewed while the list is remembered.
    listModels: async (signal) => fillInKnown(options.knownAs, await listed(signal)),
    streamChat: responses ? chooseEndpoint(choice, { chat, responses }) : chat,
  }
}

/** Where a service wants its key. */
export const keyHeader = (
  apiKey: string | undefined,
  { keyHeader: name }: { keyHeader?: string | undefined },
): Record<string, string> => {
  if (!apiKey) return {}
  return name === undefined ? { Authorization: `Bearer ${apiKey}` } : { [name]: apiKey }
}
