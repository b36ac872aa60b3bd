import { useEffect, useRef, useState } from 'react'

/** Says in the browser's tab which chat it is, that it is being answered, and that an answer came unseen. */
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
}
