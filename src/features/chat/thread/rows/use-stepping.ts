import { useEffect, type RefObject } from 'react'
import type { ScrollKeeper } from './scroll-keeper.ts'
import type { ThreadHandle } from '../thread-handle.ts'

const gapPx = 12

export function useStepping(thread: RefObject<ThreadHandle | null>, keeper: ScrollKeeper): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event
      if (!altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented) return
      if (key !== 'ArrowUp' && key !== 'ArrowDown') return
      const handle = thread.current
      if (!handle) return
      event.preventDefault()
      keeper.letGo()
      step(handle.viewport, key === 'ArrowUp' ? -1 : 1)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [thread, keeper])
}

function step(viewport: HTMLElement, by: 1 | -1): void {
  const top = viewport.getBoundingClientRect().top + gapPx
  const questions = [...viewport.querySelectorAll<HTMLElement>('[data-row][data-role="user"]')]
  const distances = questions.map((row) => row.getBoundingClientRect().top - top)
  const at =
    by > 0
      ? distances.findIndex((distance) => distance > 2)
      : distances.findLastIndex((distance) => distance < -2)
  const distance = distances[at]
  if (distance !== undefined) viewport.scrollTop += distance
}
