import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Remembers an Enter press before sending is possible, and sends once it is, unless the text has
 * changed.
 *
 * @returns a function that remembers a press.
 */
export function useHeldPress({
  isLoading,
  text,
  send,
}: {
  isLoading: boolean
  text: string
  send: () => void
}): () => void {
  const held = useRef<string>(undefined)
  const sendLatest = useEffectEvent(() => {
    if (held.current === text) send()
  })
  useEffect(() => {
    if (isLoading) return
    sendLatest()
    held.current = undefined
  }, [isLoading])
  return () => {
    held.current = text
  }
}
