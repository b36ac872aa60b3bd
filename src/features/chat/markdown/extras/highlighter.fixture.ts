import { highlight } from './highlight.ts'
import type { HighlightReply, HighlightRequest } from './highlight-worker.ts'
import { packTokens } from './highlight.ts'

/** Replaces the worker in tests. Highlights on the main thread. */
export class InlineHighlighter extends EventTarget {
  async postMessage({ code, label }: HighlightRequest): Promise<void> {
    const lines = await highlight(code, label)
    const data: HighlightReply = lines ? { tokens: packTokens(lines) } : {}
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  terminate(): void {}
}
