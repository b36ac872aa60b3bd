import { HttpError } from '../../errors/http-error.ts'
import type { ChatProvider, ChatRequest } from '../../ports/chat-provider.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import {
  createClientConnection,
  withHeaders,
  type ClientConnection,
} from '../openai/client-connection.ts'
import { fetchList } from '../openai/fetch-list.ts'
import { defaultTimeouts, type ClientTimeouts } from '../openai/openai-client.ts'
import { createLearnedFields } from '../openai/quirks/learned-fields.ts'
import { createStreamChat } from '../openai/stream-chat.ts'
import { fillInKnown } from '../known-models/known-models.ts'
import { createPrivateCheck } from '../private-service.ts'
import { remember } from '../remember.ts'
import { thinkingField } from './message-blocks.ts'
import { createMessagesReader } from './messages-answer.ts'
import { toMessagesRequest, type MessagesFlavour } from './messages-request.ts'
import { parseModelPage, type MessagesModel } from './model-list.ts'

export const anthropicFlavour: MessagesFlavour = {
  version: '2026-10-21',
  takesSampling: false,
  caches: true,
  usualThinking: 'adaptive',
}
/** Settings of servers that are compatible with Anthropic. All of them accept this API version. */
export const compatibleFlavour: MessagesFlavour = {
  version: '2023-06-01',
  takesSampling: true,
  caches: false,
  usualThinking: 'enabled',
}

/**
 * Optional fields that some models and compatible servers refuse. `output_config` is missing,
 * because dropping it would drop the response format.
 */
const droppable = [
  'thinking',
  'cache_control',
  'temperature',
  'top_p',
  'metadata',
  'stop_sequences',
]

/** Maximum wait for the model list before a chat request is sent without the list's facts. */
const factsWaitMs = 3_000
const pagesMax = 10

export function createAnthropicProvider(options: {
  service: UpstreamService
  baseUrl: string
  flavour: MessagesFlavour
  apiKey?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  knownAs?: string
  timeouts?: Partial<ClientTimeouts>
}): ChatProvider {
  const { service, baseUrl, flavour, apiKey, headers: own } = options
  const { modelsMs, ...streaming } = { ...defaultTimeouts, ...options.timeouts }
  const connection = createClientConnection({
    service,
    apiKey,
    key: { ...keyHeaders(apiKey, flavour), 'anthropic-version': flavour.version },
    headers: own,
  })
  const listed = remember(() => fetchModels(connection, `${baseUrl}/v1/models`, modelsMs))
  const url = new URL(`${baseUrl}/v1/messages`)

  const learned = createLearnedFields({
    droppable,
    otherNames: {},
    effort: 'output_config.effort',
  })
  const toBody = async (request: ChatRequest) => {
    // Errors are ignored here, because the chat request reports the same error.
    const models = await listed(AbortSignal.timeout(factsWaitMs)).catch(() => [])
    const model = models.find(({ name }) => name === request.model)
    return learned.apply(request.model, toMessagesRequest(request, flavour, model))
  }

  return {
    id: service.id,
    handsBack: [thinkingField],
    messages: {
      service,
      url: url.href,
      headers: (version = compatibleFlavour.version) =>
        withHeaders({ ...keyHeaders(apiKey, flavour), 'anthropic-version': version }, own),
      secrets: connection.secrets,
    },
    isInPrivateNetwork: createPrivateCheck(baseUrl),
    listModels: async (signal) =>
      fillInKnown(
        options.knownAs,
        (await listed(signal)).map((model) => model.listed),
      ),
    streamChat: createStreamChat(connection, {
      url,
      dialect: {
        toBody,
        amend: ({ model }, body, text) => learned.learn(model, body, text),
        openReader: () => createMessagesReader(connection),
      },
      breaker: createCircuitBreaker(service.title),
      ...streaming,
    }),
  }
}

const keyHeaders = (
  apiKey: string | undefined,
  { version }: MessagesFlavour,
): Record<string, string> => {
  if (apiKey === undefined || apiKey === '') return {}
  const isAnthropic = version === anthropicFlavour.version
  return { 'x-api-key': apiKey, ...(!isAnthropic && { Authorization: `Bearer ${apiKey}` }) }
}

async function fetchModels(
  connection: ClientConnection,
  url: string,
  timeoutMs: number,
): Promise<MessagesModel[]> {
  const models: MessagesModel[] = []
  let after: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const query = new URLSearchParams({ limit: '1000', ...(after && { after_id: after }) })
    const text = await fetchList(connection, `${url}?${query.toString()}`, timeoutMs)
    const found = parseModelPage(connection.service, text)
    models.push(...found.models)
    if (found.after === undefined || found.after === after) return models
    after = found.after
  }
  throw new HttpError(
    'provider_failed',
    `${connection.service.title} lists more models than can be read.`,
  )
}
