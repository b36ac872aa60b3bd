import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

export type Stage = {
  box: HTMLElement
  /** Draws and lays out before it returns. */
  show: (node: ReactNode) => void
  clear: () => void
}

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
    clear() {
      if (current === stage) current = undefined
      root.unmount()
      box.remove()
    },
  }
  current = stage
  return stage
}
