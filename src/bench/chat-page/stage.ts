import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

export type Stage = {
  box: HTMLElement
  /** Draws and lays out before it returns. */
  show: (node: ReactNode) => void
  /**
   * Resolves when what drawing has put off is done, and the end of the text is in view: a browser does
   * no layout of what it need not show, so costs measured anywhere else would be too low.
   */
  rest: () => Promise<void>
  clear: () => void
}

/** Heights that were guessed become known in the first, and what they move into view in the next. */
const restFrames = 3

let current: Stage | undefined

/** A scrolled box of the thread's size, kept at its end. There is only one: it must be seen. */
export function createStage(): Stage {
  current?.clear()
  const box = document.createElement('div')
  box.style.cssText =
    'position:fixed;top:0;left:0;width:760px;height:800px;overflow:auto;overflow-anchor:none;background:var(--surface)'
  document.body.append(box)
  const root = createRoot(box)
  const stage: Stage = {
    box,
    show(node) {
      flushSync(() => root.render(node))
      box.scrollTop = box.scrollHeight
    },
    async rest() {
      for (let frames = 0; frames < restFrames; frames++) {
        await painted()
        box.scrollTop = box.scrollHeight
      }
      await painted()
    },
    clear() {
      if (current === stage) current = undefined
      root.unmount()
      box.remove()
    },
  }
  current = stage
  return stage
}

/** After the next frame is painted. */
export const painted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
