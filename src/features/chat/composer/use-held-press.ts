import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * A press on Enter that comes before anything can be sent holds, and sends once it can be, unless the text
 * was changed meanwhile.
 *
 * @returns holds a press.
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
