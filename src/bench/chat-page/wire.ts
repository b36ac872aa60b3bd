/** What the benchmark asks its page to measure. */
export type RendererName = 'ours' | 'streamdown' | 'react-markdown'

export type CommitCosts = {
  /** Middle cost of one token at each point along the text, in milliseconds. */
  perPointMs: number[]
  /** Their mean times the number of tokens: the whole text with a commit for each token. */
  wholeMs: number
}

export type LiveResult = {
  /** From the first token due to the last one painted. */
  wallMs: number
  /** From when the last token was due to when it was painted. */
  lagMs: number
  /** Frames that were painted between the first token and the last. */
  publishings: number
}

/** What the page offers as `window.chatBench`. */
export type ChatBench = {
  /** Costs of single tokens at some points along a text, each drawn at once. */
  commitCosts: (
    renderer: RendererName,
    tokens: readonly string[],
    options: { points: number; perPoint: number },
  ) => Promise<CommitCosts>
  /** Every token of a text, each drawn at once; milliseconds. */
  everyToken: (renderer: RendererName, tokens: readonly string[]) => Promise<number>
  /** A text at the pace of a model, drawn at the product's own pace. */
  live: (
    renderer: RendererName,
    tokens: readonly string[],
    tokensPerSecond: number,
  ) => Promise<LiveResult>
  /** One answer after another, each from its first token to its end, as a thread's last message. */
  answers: (texts: readonly (readonly string[])[]) => Promise<void>
}
