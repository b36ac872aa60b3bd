import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

export type Stage = {
  box: HTMLElement
  /** Draws and lays out before it returns. */
  show: (node: ReactNode) => void
  clear: () => void
}

/** A scrolled box of the thread's size, kept at its end. */
export function createStage(): Stage {
  const box = document.createElement('div')
  box.style.cssText = 'width:760px;height:800px;overflow:auto;overflow-anchor:none'
  document.body.append(box)
  const root = createRoot(box)
  return {
    box,
    show(node) {
      flushSync(() => root.render(node))
      box.scrollTop = box.scrollHeight
    },
    clear() {
      root.unmount()
      box.remove()
    },
  }
}
