import type { ChatApi } from '#contract/connections.ts'
import type { ChatModel } from '#contract/models.ts'
import { asCount } from '#lib/fields.ts'
import { upstreamFetch } from '../../outgoing/upstream-fetch.ts'
import { contextSizeField, type ChatProvider, type ChatRequest } from '../../ports/chat-provider.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { createClientConnection, type ClientConnection } from '../openai/client-connection.ts'
import { fetchList } from '../openai/fetch-list.ts'
import { readLimited } from '../openai/limited-body.ts'
import { keyHeader, type ClientTimeouts } from '../openai/openai-client.ts'
import { createResponsesDialect } from '../openai/responses/responses-dialect.ts'
import { responseItemsField } from '../openai/responses/wire.ts'
import { createStreamChat } from '../openai/stream-chat.ts'
import { createPrivateCheck } from '../private-service.ts'
import { remember } from '../remember.ts'
import { contextSizeFor } from './context-size.ts'
import { createOllamaReader } from './ollama-answer.ts'
import {
  parseAllotted,
  parseTags,
  toChatModel,
  withShown,
  type OllamaModel,
} from './ollama-models.ts'
import { ollamaLeftOut, toOllamaRequest, type OllamaRequest } from './ollama-request.ts'
import { tokensInBytes } from '#lib/token-estimate.ts'

/**
 * Maximum time without data. Ollama sends nothing while it loads a model, which can take minutes.
 */
const loadMs = 600_000
const defaultTimeouts = { idleMs: loadMs, wordlessMs: 900_000, modelsMs: 10_000 }
const factsMs = 3_000
const shownMax = 200
const shownAtOnce = 4
const shownBytesMax = 4 * 1024 * 1024

/**
 * Creates a provider for an Ollama server with its native API. Ollama's OpenAI-compatible API
 * truncates longer prompts without an error.
 * @param options.origin such as `http://127.0.0.1:11434`.
 */
export function createOllamaProvider(options: {
  service: UpstreamService
  origin: string
  apiKey?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  chatApi?: ChatApi | undefined
  timeouts?: Partial<ClientTimeouts>
}): ChatProvider {
  const { service, origin, apiKey, headers } = options
  const { modelsMs, ...streaming } = { ...defaultTimeouts, ...options.timeouts }
  const key = keyHeader(apiKey, {})
  const connection = createClientConnection({ service, apiKey, key, headers })
  const shown = new Map<string, OllamaModel>()
  const listed = remember(async () => {
    const models = parseTags(service, await fetchList(connection, `${origin}/api/tags`, modelsMs))
    return describeAll(connection, origin, { models, shown })
  })
  const findModel = async (name: string): Promise<OllamaModel | undefined> => {
    // Errors are ignored here, because the chat request reports the same error.
    const models = await listed(AbortSignal.timeout(factsMs)).catch(() => [])
    return models.find((model) => model.name === name || model.name === `${name}:latest`)
  }

  const toBody = async (request: ChatRequest) => {
    const own = toOllamaRequest(request)
    const [model, allotted] = await Promise.all([
      findModel(request.model),
      fetchList(connection, `${origin}/api/ps`, factsMs).then(
        (text) => parseAllotted(service, text),
        () => new Map<string, number>(),
      ),
    ])
    const chosen = asCount(request[contextSizeField])
    const size = contextSizeFor(
      { promptTokens: estimateOllamaTokens(own), answerTokens: getAnswerTokens(request) },
      {
        allotted: allotted.get(request.model) ?? allotted.get(`${request.model}:latest`),
        trained: model?.contextTokens,
        chosen,
      },
    )
    const fields = size === undefined ? own : { ...own, options: { ...own.options, num_ctx: size } }
    return { fields, leftOut: ollamaLeftOut(request) }
  }

  const isResponses = options.chatApi === 'responses'
  const endpoint = isResponses
    ? {
        url: new URL(`${origin}/v1/responses`),
        dialect: createResponsesDialect(connection),
      }
    : {
        url: new URL(`${origin}/api/chat`),
        dialect: { toBody, openReader: () => createOllamaReader(connection) },
      }

  return {
    id: service.id,
    isFree: isOwnOllama(origin),
    takesContextSize: !isResponses,
    ...(isResponses && { handsBack: [responseItemsField] }),
    isInPrivateNetwork: createPrivateCheck(origin),
    listModels: async (signal) =>
      (await listed(signal))
        .map((model) => toChatModel(service, model))
        .filter((model): model is ChatModel => model !== undefined),
    streamChat: createStreamChat(connection, {
      ...endpoint,
      breaker: createCircuitBreaker(service.title),
      ...streaming,
    }),
  }
}

// Returns whether a server is self-hosted. Ollama's cloud charges money.
export const isOwnOllama = (origin: string): boolean => new URL(origin).hostname !== 'ollama.com'

const getAnswerTokens = (request: ChatRequest): number | undefined => {
  const asked = request['max_completion_tokens'] ?? request['max_tokens']
  return typeof asked === 'number' ? asked : undefined
}

async function describeAll(
  connection: ClientConnection,
  origin: string,
  { models, shown }: { models: OllamaModel[]; shown: Map<string, OllamaModel> },
): Promise<OllamaModel[]> {
  const silent = models.filter(({ capabilities, digest }) => !capabilities && !shown.has(digest))
  const left = silent.slice(0, shownMax)
  const askNext = async (): Promise<void> => {
    for (let model = left.shift(); model; model = left.shift()) {
      const text = await show(connection, origin, model.name)
      if (text !== undefined) shown.set(model.digest, withShown(connection.service, model, text))
    }
  }
  await Promise.all(Array.from({ length: shownAtOnce }, askNext))
  const present = new Set(models.map(({ digest }) => digest))
  for (const digest of shown.keys()) if (!present.has(digest)) shown.delete(digest)
  return models.map((model) => {
    const known = shown.get(model.digest)
    return known ? { ...known, name: model.name } : model
  })
}

/** Returns nothing on an error, because the model is usable without the facts. */
async function show(
  { headers }: ClientConnection,
  origin: string,
  model: string,
): Promise<string | undefined> {
  try {
    const response = await upstreamFetch(`${origin}/api/show`, {
      method: 'POST',
      headers: { ...headers(), 'Content-Type': 'application/json' },
      body: JSON.stringify({ model }),
      redirect: 'manual',
      signal: AbortSignal.timeout(factsMs),
    })
    const text = await readLimited(response, shownBytesMax)
    return response.ok ? text : undefined
  } catch {
    return undefined
  }
}

/** Estimated tokens per picture. Most vision models use fewer. */
const pictureTokens = 1_500

/** Estimates the tokens of a request. The estimate is too high rather than too low. */
function estimateOllamaTokens({ messages, tools }: OllamaRequest): number {
  let bytes = tools === undefined ? 0 : Buffer.byteLength(JSON.stringify(tools))
  let pictures = 0
  for (const { images, ...message } of messages) {
    pictures += Array.isArray(images) ? images.length : 0
    for (const value of Object.values(message)) {
      bytes += Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))
    }
  }
  return tokensInBytes(bytes) + pictures * pictureTokens
}
