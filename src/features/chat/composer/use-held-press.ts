import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Remembers an Enter press while sending is not yet possible. Sends later, unless the text has
 * changed meanwhile.
 * @returns a function to call on such a press.
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
