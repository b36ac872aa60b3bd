/** Imperative access to the rendered thread. */
export type ThreadHandle = {
  viewport: HTMLElement
  /** Returns the row of a message if it is currently rendered. */
  rowOf: (messageId: string) => HTMLElement | null
  /** Scrolls a message of the shown branch into view. */
  reveal: (messageId: string) => void
}
