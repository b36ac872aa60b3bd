import type { ChatProvider, ChatRequest } from '../../../ports/chat-provider.ts'
import type { ChatApi } from '#contract/connections.ts'

/** Maximum number of models per service that are remembered to need the Responses API. */
const modelsMax = 500

/**
 * Matches refusals of chat completions that refer to the Responses API, such as "Function tools
 * with reasoning_effort are not supported for gpt-6-sol in /v1/chat/completions. Please use
 * /v1/responses instead" and "This model is only supported in v1/responses".
 */
const namesResponses = /\/?v1\/responses\b/

const refusals: ReadonlySet<number> = new Set([400, 404, 422])

type Choice = {
  api: ChatApi
  /** Models that use the Responses API unless the user chose otherwise. */
  usualFor: RegExp | undefined
}

/**
 * Chooses between a service's two endpoints, and remembers the models that refused chat
 * completions.
 */
export function createApiChoice({ api, usualFor }: Choice) {
  const needing = new Set<string>()
  return {
    isResponses: ({ model }: ChatRequest): boolean =>
      api === 'responses' ||
      (api === 'auto' && (needing.has(model) || usualFor?.test(model) === true)),
    /** Returns whether a refusal of chat completions refers to the Responses API. */
    isMeant: (status: number, refusal: string): boolean =>
      api === 'auto' && refusals.has(status) && namesResponses.test(refusal),
    /**
     * Remembers that a model needs the Responses API. Called only after a successful response,
     * because a refusal may also quote the user's question.
     */
    remember({ model }: ChatRequest): void {
      if (needing.has(model)) return
      needing.add(model)
      const [oldest] = needing
      if (needing.size > modelsMax && oldest !== undefined) needing.delete(oldest)
    },
  }
}

/** Creates `streamChat` for a service with both endpoints. */
export const chooseEndpoint =
  (
    choice: Pick<ReturnType<typeof createApiChoice>, 'isResponses'>,
    { chat, responses }: Record<'chat' | 'responses', ChatProvider['streamChat']>,
  ): ChatProvider['streamChat'] =>
  (request, signal, take) =>
    (choice.isResponses(request) ? responses : chat)(request, signal, take)
