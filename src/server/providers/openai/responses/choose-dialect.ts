import type { ChatProvider, ChatRequest } from '../../../ports/chat-provider.ts'
import type { ChatApi } from '#contract/connections.ts'

const modelsMax = 500

/**
 * Matches refusals of chat completions that name the Responses API, such as "This model is only
 * supported in v1/responses".
 */
const namesResponses = /\/?v1\/responses\b/

const refusals: ReadonlySet<number> = new Set([400, 404, 422])

type Choice = {
  api: ChatApi
  usualFor: RegExp | undefined
}

/**
 * Chooses between chat completions and the Responses API. Remembers which models refused chat
 * completions.
 */
export function createApiChoice({ api, usualFor }: Choice) {
  const needing = new Set<string>()
  return {
    isResponses: ({ model }: ChatRequest): boolean =>
      api === 'responses' ||
      (api === 'auto' && (needing.has(model) || usualFor?.test(model) === true)),
    /** Returns whether a refusal of chat completions names the Responses API. */
    isMeant: (status: number, refusal: string): boolean =>
      api === 'auto' && refusals.has(status) && namesResponses.test(refusal),
    /**
     * Call this only after a successful response, because a refusal may also quote the user's
     * question.
     */
    remember({ model }: ChatRequest): void {
      if (needing.has(model)) return
      needing.add(model)
      const [oldest] = needing
      if (needing.size > modelsMax && oldest !== undefined) needing.delete(oldest)
    },
  }
}

export const chooseEndpoint =
  (
    choice: Pick<ReturnType<typeof createApiChoice>, 'isResponses'>,
    { chat, responses }: Record<'chat' | 'responses', ChatProvider['streamChat']>,
  ): ChatProvider['streamChat'] =>
  (request, signal, take) =>
    (choice.isResponses(request) ? responses : chat)(request, signal, take)
