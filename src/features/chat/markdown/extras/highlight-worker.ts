import { highlight, packTokens, type PackedTokens } from './highlight.ts'

export type HighlightRequest = { code: string; label: string }
/** Reply of the worker. Without `tokens`, the code cannot be highlighted. */
export type HighlightReply = { tokens?: PackedTokens; problem?: string }

self.addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  highlight(data.code, data.label).then(
    (lines) => reply(lines ? { tokens: packTokens(lines) } : {}),
    (error: unknown) => reply({ problem: String(error) }),
  )
})

function reply(answer: HighlightReply): void {
  const { tokens } = answer
  self.postMessage(answer, {
    transfer: tokens ? [tokens.tokens.buffer, tokens.counts.buffer] : [],
  })
}
