import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

export type BenchStage = {
  box: HTMLElement
  show: (node: ReactNode) => void
  layOut: () => void
  /**
   * Resolves when deferred rendering has ended and the end of the text is visible. Otherwise
   * browsers would skip the layout of invisible content, and the measurements would be too low.
   */
  rest: () => Promise<void>
  clear: () => void
}

/**
 * Number of frames until the layout no longer changes. Each frame replaces estimated heights, and
 * may show more content.
 */
const restFrames = 4

let current: BenchStage | undefined

/**
 * Creates a scrollable box of the size of a chat. The browser keeps the end of the box visible,
 * because scrolling by script would cost another frame. Only one box may exist, because a measured
 * box must be visible.
 */
export function createStage(): BenchStage {
  current?.clear()
  const box = document.createElement('div')
  box.style.cssText =
    'position:fixed;top:0;left:0;width:760px;height:800px;overflow:auto;overflow-anchor:none;background:var(--surface);display:flex;flex-direction:column-reverse'
  const content = document.createElement('div')
  content.style.flexShrink = '0'
  box.append(content)
  document.body.append(box)
  const root = createRoot(content)
  const stage: BenchStage = {
    box,
    show(node) {
      flushSync(() => root.render(node))
      stage.layOut()
    },
    layOut() {
      // Reading a height forces the layout that would otherwise run before the next frame.
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

export const painted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
