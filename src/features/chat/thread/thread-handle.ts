export type ThreadHandle = {
  viewport: HTMLElement
  rowOf: (messageId: string) => HTMLElement | null
  reveal: (messageId: string) => void
}
