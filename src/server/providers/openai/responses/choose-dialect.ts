import type { ChatProvider, ChatRequest } from '../../../ports/chat-provider.ts'
import type { ChatApi } from '#contract/connections.ts'

/** Models that are remembered to need this API, of one service. */
const modelsMax = 500

/**
 * In a refusal of chat completions: the model is served by Responses. Such are "Function tools with
 * reasoning_effort are not supported for gpt-6-sol in /v1/chat/completions. Please use /v1/responses
 * instead" and "This model is only supported in v1/responses".
 */
const namesResponses = /\/?v1\/responses\b/

const refusals: ReadonlySet<number> = new Set([400, 404, 422])

type Choice = {
  api: ChatApi
  /** Models that are asked through Responses unless chosen otherwise. */
  usualFor: RegExp | undefined
}

/** Decides through which of its two endpoints a service is asked, and remembers what it refused. */
export function createApiChoice({ api, usualFor }: Choice) {
  const needing = new Set<string>()
  return {
    isResponses: ({ model }: ChatRequest): boolean =>
      api === 'responses' ||
      (api === 'auto' && (needing.has(model) || usualFor?.test(model) === true)),
    /** Whether a refusal of chat completions says to ask through Responses. */
    isMeant: (status: number, refusal: string): boolean =>
      api === 'auto' && refusals.has(status) && namesResponses.test(refusal),
    /** Remembers a model that Responses have answered: the words of a refusal may be quoted from a question. */
    remember({ model }: ChatRequest): void {
      if (needing.has(model)) return
      needing.add(model)
      const [oldest] = needing
      if (needing.size > modelsMax && oldest !== undefined) needing.delete(oldest)
    },
  }
}

/** Creates `streamChat` of a service with both endpoints. */
export const chooseEndpoint =
  (
    choice: Pick<ReturnType<typeof createApiChoice>, 'isResponses'>,
    { chat, responses }: Record<'chat' | 'responses', ChatProvider['streamChat']>,
  ): ChatProvider['streamChat'] =>
  (request, signal, take) =>
    (choice.isResponses(request) ? responses : chat)(request, signal, take)
