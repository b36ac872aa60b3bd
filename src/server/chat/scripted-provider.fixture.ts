import type { ChatModel } from '#contract/models.ts'
import { streamFrom } from '../ports/chat-provider.fixture.ts'
import type { ChatDelta, ChatProvider, ChatRequest } from '../ports/chat-provider.ts'

/**
 * Provider of the model `scripted/writer`, whose answers the test sends piece by piece. Pieces that
 * are sent before a request arrives are queued, because a database server may delay the request.
 */
export class ScriptedProvider implements ChatProvider {
  readonly id: string = 'scripted'
  readonly requests: ChatRequest[] = []
  readonly signals: AbortSignal[] = []
  facts: Partial<ChatModel> = {}
  #queue: (ChatDelta | Error | 'end')[] = []
  #wake = () => {}

  say(...steps: (string | ChatDelta | Error)[]): void {
    this.#queue.push(...steps.map((step) => (typeof step === 'string' ? { text: step } : step)))
    this.#wake()
  }

  finish(finishReason = 'stop'): void {
    this.#queue.push({ finishReason }, 'end')
    this.#wake()
  }

  listModels = async () => [
    {
      id: 'scripted/writer',
      name: 'writer',
      provider: 'scripted',
      description: '',
      kind: 'chat' as const,
      price: { currency: 'USD', prompt: 1, completion: 2 },
      ...this.facts,
    },
  ]

  streamChat = streamFrom((request, signal) => this.#answer(request, signal))

  async *#answer(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatDelta> {
    this.requests.push(request)
    this.signals.push(signal)
    const onAbort = () => this.#wake()
    signal.addEventListener('abort', onAbort)
    try {
      for (;;) {
        signal.throwIfAborted()
        const step = this.#queue.shift()
        if (step === 'end') return
        if (step instanceof Error) throw step
        if (step) yield step
        else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
        }
      }
    } finally {
      signal.removeEventListener('abort', onAbort)
      this.#queue = []
    }
  }
}
