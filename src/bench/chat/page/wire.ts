export const rendererNames = ['ours', 'streamdown', 'markstream', 'react-markdown'] as const
export type RendererName = (typeof rendererNames)[number]
export type OtherName = Exclude<RendererName, 'ours'>

export type LiveResult = {
  /** Time from the first due token to the last painted one. */
  wallMs: number
  /** Time from the last token's due time to its painting. */
  lagMs: number
  publishings: number
}

export type ChatBench = {
  /** Replaces the content by the first `from` tokens of a text. */
  prepare: (renderer: RendererName, tokens: readonly string[], from: number) => Promise<void>
  rest: () => Promise<void>
  /**
   * Renders and lays out the next tokens one by one. Returns their median wall-clock time in
   * milliseconds.
   */
  step: (count: number) => number
  /** Renders a text at a model's pace with the app's pacing. */
  live: (
    renderer: RendererName,
    tokens: readonly string[],
    tokensPerSecond: number,
  ) => Promise<LiveResult>
  /**
   * Renders answers one after another from first to last token, each as the last message of a
   * thread.
   */
  answers: (texts: readonly (readonly string[])[]) => Promise<void>
}
