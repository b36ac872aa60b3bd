import { useEffect, useRef, useState } from 'react'
import { t } from '#languages/app.ts'
import { noteShown, useIsAnsweringElsewhere } from './conversations/row/answering.ts'
import type { TabState } from './tab-icon.ts'

export function useChatTitle(
  title: string | undefined,
  isRunningHere: boolean,
  conversationId: string | undefined,
): void {
  const isRunningElsewhere = useIsAnsweringElsewhere()
  const isRunning = isRunningHere || isRunningElsewhere
  const wasRunning = useRef(isRunning)
  const [isUnseen, setIsUnseen] = useState(false)

  const shown = useRef({ conversationId, isRunningHere })
  useEffect(() => {
    const before = shown.current
    shown.current = { conversationId, isRunningHere }
    if (conversationId === undefined || conversationId !== before.conversationId) return
    if (isRunningHere !== before.isRunningHere) noteShown(conversationId, isRunningHere)
  }, [conversationId, isRunningHere])
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
    const state = isRunning ? 'working' : isUnseen ? 'finished' : 'quiet'
    const show = () => {
      document.title = t('{marks}{title} · Bozzetto', {
        marks: marks[state],
        title: title ?? t('Chat'),
      })
      markIcon(state)
    }
    if (state !== 'working') return show()
    const timer = setTimeout(show, markDelayMs)
    return () => clearTimeout(timer)
  }, [title, isRunning, isUnseen])
  useEffect(() => () => markIcon('quiet'), [])
}

/**
 * Milliseconds before the icon changes. Drawing the icon delays the answer, and a short answer
 * needs no mark.
 */
const markDelayMs = 300
const marks: Record<TabState, string> = { working: '● ', finished: '✓ ', quiet: '' }

let marked: TabState = 'quiet'

/**
 * Loads the code with the first answer, because pages that only show a chat do not need this code.
 */
function markIcon(state: TabState): void {
  if (state === marked) return
  marked = state
  import('./tab-icon.ts').then(
    ({ markTabIcon }) => markTabIcon(state),
    // If this fails, the title still shows the state.
    () => {},
  )
}
