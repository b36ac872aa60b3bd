import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

export type Stage = {
  box: HTMLElement
  /** Draws and lays out before it returns. */
  show: (node: ReactNode) => void
  /** The same, of what draws itself. */
  layOut: () => void
  /**
   * Resolves when what drawing has put off is done, and the end of the text is in view: a browser does
   * no layout of what it need not show, so costs measured anywhere else would be too low.
   */
  rest: () => Promise<void>
  clear: () => void
}

/** Heights that were guessed become known in the first, what they move into view in the next, and so on. */
const restFrames = 4

let current: Stage | undefined

/**
 * A scrolled box of the thread's size, kept at its end by the browser itself: to scroll it by script
 * would cost every renderer another frame. There is only one: it must be seen.
 */
export function createStage(): Stage {
  current?.clear()
  const box = document.createElement('div')
  box.style.cssText =
    'position:fixed;top:0;left:0;width:760px;height:800px;overflow:auto;overflow-anchor:none;background:var(--surface);display:flex;flex-direction:column-reverse'
  const content = document.createElement('div')
  content.style.flexShrink = '0'
  box.append(content)
  document.body.append(box)
  const root = createRoot(content)
  const stage: Stage = {
    box,
    show(node) {
      flushSync(() => root.render(node))
      stage.layOut()
    },
    layOut() {
      // To ask for a height makes the browser do at once what it would do before the next frame.
      void content.offsetHeight
    },
    async rest() {
      for (let frames = 0; frames < restFrames; frames++) await painted()
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
