export const rendererNames = ['ours', 'streamdown', 'markstream', 'react-markdown'] as const
export type RendererName = (typeof rendererNames)[number]
export type OtherName = Exclude<RendererName, 'ours'>

export type LiveResult = {
  /** Milliseconds from the first token to the painting of the last token. */
  wallMs: number
  /**
   * Milliseconds from the moment at which the model sent the last token to the painting of this
   * token.
   */
  lagMs: number
  publishings: number
}

export type ChatBench = {
  prepare: (renderer: RendererName, tokens: readonly string[], from: number) => Promise<void>
  rest: () => Promise<void>
  /**
   * Renders the next tokens one by one, including the layout. Returns the median duration in
   * milliseconds.
   */
  step: (count: number) => number
  live: (
    renderer: RendererName,
    tokens: readonly string[],
    tokensPerSecond: number,
  ) => Promise<LiveResult>
  answers: (texts: readonly (readonly string[])[]) => Promise<void>
}
