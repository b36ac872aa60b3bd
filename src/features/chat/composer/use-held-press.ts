import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Remembers that the user pressed Enter before sending was possible. Sends the message later unless
 * its text has changed.
 * @returns a function to call when Enter is pressed.
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
