import { useEffect, useRef, useState } from 'react'
import type { TabState } from './tab-icon.ts'

/** Says in the browser's tab, by title and icon, which chat it is, that it is being answered, and that an answer came unseen. */
export function useChatTitle(title: string | undefined, isRunning: boolean): void {
  const wasRunning = useRef(isRunning)
  const [isUnseen, setIsUnseen] = useState(false)

  useEffect(() => {
    if (wasRunning.current && !isRunning && document.hidden) setIsUnseen(true)
    wasRunning.current = isRunning
  }, [isRunning])
  useEffect(() => {
    const seen = () => {
      if (!document.hidden) setIsUnseen(false)
    }
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [])
  useEffect(() => {
    const mark = isRunning ? '● ' : isUnseen ? '✓ ' : ''
    document.title = `${mark}${title ?? 'Chat'} · Bozzetto`
  }, [title, isRunning, isUnseen])
  const state = isRunning ? 'working' : isUnseen ? 'finished' : 'quiet'
  useEffect(() => markIcon(state), [state])
  useEffect(() => () => markIcon('quiet'), [])
}

let wasMarked = false

/** The code comes with the first answer: a page that only shows a chat needs none of it. */
function markIcon(state: TabState): void {
  if (state === 'quiet' && !wasMarked) return
  wasMarked = true
  import('./tab-icon.ts').then(
    ({ markTabIcon }) => markTabIcon(state),
    // The title says it all the same.
    () => {},
  )
}
