/** What others may do with the thread on the page. */
export type ThreadHandle = {
  viewport: HTMLElement
  /** The row of a message, where it is drawn now. */
  rowOf: (messageId: string) => HTMLElement | null
  /** Brings a message of the shown branch to where it can be read. */
  reveal: (messageId: string) => void
}
