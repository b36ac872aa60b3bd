/** What the benchmark asks its page to measure. */
export const rendererNames = ['ours', 'streamdown', 'markstream', 'react-markdown'] as const
export type RendererName = (typeof rendererNames)[number]
export type OtherName = Exclude<RendererName, 'ours'>

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
  /** Draws the first `from` tokens of a text; what was drawn before is taken away. */
  prepare: (renderer: RendererName, tokens: readonly string[], from: number) => Promise<void>
  /** Waits until what has been drawn is settled, with the end of the text in view. */
  rest: () => Promise<void>
  /** Draws and lays out the next tokens, each at once. Middle of their wall-clock times in ms. */
  step: (count: number) => number
  /** A text at the pace of a model, drawn at the product's own pace. */
  live: (
    renderer: RendererName,
    tokens: readonly string[],
    tokensPerSecond: number,
  ) => Promise<LiveResult>
  /** One answer after another, each from its first token to its end, as a thread's last message. */
  answers: (texts: readonly (readonly string[])[]) => Promise<void>
}
