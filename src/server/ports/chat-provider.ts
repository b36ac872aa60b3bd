import type { LeftOut } from '#contract/chat/left-out.ts'
import type { ChatModel, ChatPrice } from '#contract/models.ts'
import type { UpstreamService } from './upstream-service.ts'

/**
 * A chat request in OpenAI's format. Further fields (`temperature`, `tools`, `response_format` …)
 * are passed on unchanged.
 */
export type ChatRequest = {
  /** The provider's own name for the model, without the prefix `provider/`. */
  model: string
  messages: ChatRequestMessage[]
  [field: string]: unknown
}

export type ChatRequestMessage = {
  role: string
  /** A string, or parts `{type:'text',text}` / `{type:'image_url',image_url:{url}}`. */
  content?: unknown
  [field: string]: unknown
}

/**
 * Field for the context size in tokens that the model should get. Only some providers accept the
 * field.
 */
export const contextSizeField = 'num_ctx'

/** Fields of OpenAI's responses that describe the whole answer. */
export type AnswerFacts = { system_fingerprint?: string; service_tier?: string }

/** Names of the fields in which services list the pages that an answer cites by number. */
export const citationFields = [
  'citations',
  'search_results',
  'web_search',
  'references',
  'search_info',
  'executed_tools',
  'annotations',
  'sources',
]

/** A received part of an answer. All fields are optional, because services combine them freely. */
export type ChatDelta = {
  text?: string
  reasoning?: string
  toolCalls?: unknown[]
  /** Other fields of the delta, unchanged: `function_call`, `refusal`, `annotations` … */
  extra?: Record<string, unknown>
  logprobs?: Record<string, unknown>
  finishReason?: string
  usage?: Record<string, unknown>
  about?: AnswerFacts
  /** In the first delta of an alias (a list of models): the id of the model that answers. */
  answeredBy?: string
  /** Fields that were omitted from the request. Part of the first delta. */
  leftOut?: readonly LeftOut[]
}

export type MessagesAddress = {
  service: UpstreamService
  url: string
  /**
   * Returns the headers with the API key.
   * @param version the client's version of the API, if it sent one.
   */
  headers: (version?: string) => Record<string, string>
  secrets: readonly string[]
}

export type AliasOrder = {
  /** Ids of models in order of preference, such as `openai/gpt-5`. */
  modelIds: readonly string[]
  /**
   * Maximum wait for the first byte of a model, in milliseconds. Afterwards the next model is
   * tried.
   */
  timeoutMs: number
  /** Returns a provider that tries only the models from this index of `modelIds` on. */
  startAt: (index: number) => ChatProvider
}

/** The model of an assistant, and the settings that the model gets. */
export type AssistantTarget = {
  provider: ChatProvider
  model: string
  instructions: string
  params: Record<string, unknown>
  tools?: readonly string[]
  knows?: { folderId: string; ownerId: string }
}

export interface ChatProvider {
  /** First part of the ids of this provider's models: `gateway`, `openai`, `bozzetto`. */
  readonly id: string

  /**
   * True if the provider is not a language model. Its model is listed last and writes no titles.
   */
  readonly isFallback?: boolean

  /** True if answers are free, because this machine generates them. */
  readonly isFree?: boolean

  /** The price that a person entered for the model that the catalogue returned. */
  readonly enteredPrice?: ChatPrice

  /**
   * The models that the alias (a name for a list of models) tries in order. Absent for other
   * providers.
   */
  readonly alias?: AliasOrder

  /** Present if the provider is an assistant. Chats then use the assistant's model directly. */
  readonly assistant?: AssistantTarget

  /**
   * Names of fields in an answer that the service must receive again, unchanged, in each later
   * request that contains the answer, such as `thinking_blocks` and `reasoning_details`.
   */
  readonly handsBack?: readonly string[]

  readonly takesContextSize?: boolean

  /**
   * The endpoint for requests in Anthropic's format. If absent, requests are converted to OpenAI's
   * format.
   */
  readonly messages?: MessagesAddress

  /**
   * Returns whether the service is in a private network, so that URLs in a request must not refer
   * to internal hosts. Absent if the service fetches no URLs.
   */
  isInPrivateNetwork?: () => Promise<boolean>

  /**
   * Returns the models of the service. Called often, so the result must be cached for a while.
   * @throws {HttpError} `provider_unreachable`, `provider_refused`, `provider_failed`, with a
   * message that says what to do.
   */
  listModels: (signal: AbortSignal) => Promise<ChatModel[]>

  /**
   * Streams an answer and resolves when the service has marked the answer as complete. The first
   * delta, which may be empty, shows that the service has accepted the request. While a promise of
   * `take` is pending, nothing is read from the service.
   * @throws {HttpError} the errors of `listModels`, `rate_limited` with `retryAfterSeconds`, or
   * `timed_out` after 120 s without data. Also the reason of `signal`, and errors of `take`.
   */
  streamChat: (request: ChatRequest, signal: AbortSignal, take: TakeDelta) => Promise<void>
}

/** Receives the next delta. The returned promise resolves when there is room for another delta. */
export type TakeDelta = (delta: ChatDelta) => Promise<void> | undefined
