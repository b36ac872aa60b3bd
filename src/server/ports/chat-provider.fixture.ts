import type { ChatDelta, ChatProvider, ChatRequest } from './chat-provider.ts'

export const streamFrom =
  (
    answer: (request: ChatRequest, signal: AbortSignal) => AsyncIterable<ChatDelta>,
  ): ChatProvider['streamChat'] =>
  async (request, signal, take) => {
    for await (const delta of answer(request, signal)) await take(delta)
  }
