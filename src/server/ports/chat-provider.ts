import type { LeftOut } from '#contract/chat/left-out.ts'
import type { ChatModel, ChatPrice } from '#contract/models.ts'
import type { UpstreamService } from './upstream-service.ts'

/**
 * A chat request in the form that nearly every service understands: OpenAI's. Fields beyond these
 * (`temperature`, `tools`, `response_format` …) are passed on unchanged.
 */
export type ChatRequest = {
  /** The provider's own name for the model, without our `provider/` prefix. */
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

/** Context size in tokens that the model should get, for providers that accept it. */
export const contextSizeField = 'num_ctx'

/** OpenAI's fields beside the choices. */
export type AnswerFacts = { system_fingerprint?: string; service_tier?: string }

/** A delta as it arrived. All fields are optional because upstreams mix them freely. */
export type ChatDelta = {
  text?: string
  reasoning?: string
  /** OpenAI's `delta.tool_calls`, unchanged. */
  toolCalls?: unknown[]
  /** Other fields of the delta, unchanged: `function_call`, `refusal`, `annotations` … */
  extra?: Record<string, unknown>
  /** OpenAI's `logprobs` of the choice, unchanged. */
  logprobs?: Record<string, unknown>
  finishReason?: string
  /** OpenAI's `usage` object, unchanged. */
  usage?: Record<string, unknown>
  /** Once: what the service says about the whole answer, which clients get unchanged. */
  about?: AnswerFacts
  /** In the first delta of an alias: the id of the model that answers. */
  answeredBy?: string
  /** What the request was sent without; part of the first delta. */
  leftOut?: readonly LeftOut[]
}

export type MessagesAddress = {
  service: UpstreamService
  url: string
  /** With the key. @param version the one that the caller speaks; absent: none was named. */
  headers: (version?: string) => Record<string, string>
  secrets: readonly string[]
}

/** The models behind an alias, in the order in which they are asked. */
export type AliasOrder = {
  /** With their connections in front. */
  modelIds: readonly string[]
  /** Longest wait for the first byte of a model before the next one is asked. */
  timeoutMs: number
  /** Returns the alias without the models before this index. */
  startAt: (index: number) => ChatProvider
}

/** A provider of chat answers. */
export interface ChatProvider {
  /** First part of its models' ids: `gateway`, `openai`, `bozzetto`. */
  readonly id: string

  /** It is not a language model: listed last, and never asked for titles of conversations. */
  readonly isFallback?: boolean

  /** Its answers are free: they are generated on this machine. */
  readonly isFree?: boolean

  /** The price that somebody entered for the model that the catalogue returned it with. */
  readonly enteredPrice?: ChatPrice

  /** The models that it asks in turn; absent: it is no alias. */
  readonly alias?: AliasOrder

  /**
   * Fields of an answer's message that the service needs back, unchanged, whenever the answer is part of a
   * later request: `thinking_blocks`, `reasoning_details`, `reasoning_content`. The first two come in
   * `extra`, the last is the delta's `reasoning`.
   */
  readonly handsBack?: readonly string[]

  /** Whether `contextSizeField` may be in a request. */
  readonly takesContextSize?: boolean

  /** Where it accepts requests in Anthropic's format; absent: they are translated. */
  readonly messages?: MessagesAddress

  /** Whether it is in a private network, where addresses in a request must not lead; absent: it fetches nothing. */
  isInPrivateNetwork?: () => Promise<boolean>

  /**
   * Its models. Called often: remembers its answer for a while.
   *
   * @throws {HttpError} `provider_unreachable`, `provider_refused`, `provider_failed`, with a
   *   sentence that says what to do.
   */
  listModels: (signal: AbortSignal) => Promise<ChatModel[]>

  /**
   * The answer, delta by delta: the first says that the service has accepted, and may be empty. Resolves
   * only when the upstream said that the answer was complete. While a promise of `take` is pending
   * nothing more is read.
   *
   * @throws {HttpError} as above, `rate_limited` with `retryAfterSeconds`, or `timed_out` when
   *   nothing came for 120 s; the reason of `signal` when that fired; and what `take` throws.
   */
  streamChat: (request: ChatRequest, signal: AbortSignal, take: TakeDelta) => Promise<void>
}

/** Takes the next delta. Returns a promise if it has no room for another until that resolves. */
export type TakeDelta = (delta: ChatDelta) => Promise<void> | undefined
