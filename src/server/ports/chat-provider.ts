import type { ChatModel } from '#contract/models.ts'
import type { UpstreamService } from './upstream-service.ts'

/**
 * A chat request in the form that nearly every service understands: OpenAI's. Fields beyond these
 * (`temperature`, `tools`, `response_format` …) are handed on unchanged.
 */
export type ChatRequest = {
  /** The provider's own name of the model, without our `provider/` in front. */
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

/** Of a request to a provider that takes it: tokens that the model is to be allotted. */
export const contextSizeField = 'num_ctx'

/** What came, as it came. All fields are optional because upstreams mix them freely. */
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
}

export type MessagesAddress = {
  service: UpstreamService
  url: string
  /** With the key. @param version the one that the caller speaks; absent: none was named. */
  headers: (version?: string) => Record<string, string>
  secrets: readonly string[]
}

/** A place that answers chats. */
export interface ChatProvider {
  /** First part of its models' ids: `gateway`, `openai`, `bozzetto`. */
  readonly id: string

  /**
   * It is no language model: offered after all others whatever its place, and not asked for titles of
   * conversations.
   */
  readonly isFallback?: boolean

  /** Its answers cost nothing: they are made on this machine. */
  readonly isFree?: boolean

  /**
   * Fields of an answer's message that the service wants back, unchanged, whenever the answer is part of a
   * later question: `thinking_blocks`, `reasoning_details`, `reasoning_content`. The first two come in
   * `extra`, the last is the delta's `reasoning`.
   */
  readonly handsBack?: readonly string[]

  /** Whether `contextSizeField` may be in a request. */
  readonly takesContextSize?: boolean

  /** Where it takes requests in Anthropic's form as they are; absent: they are translated. */
  readonly messages?: MessagesAddress

  /** Whether it runs where addresses in a request must not lead; absent: it fetches nothing. */
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

/** Takes the next delta. A promise says that there is no room for another one until it resolves. */
export type TakeDelta = (delta: ChatDelta) => Promise<void> | undefined
