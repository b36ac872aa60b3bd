import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '#ui/actions/is-typing.ts'

/** Calls `selectAll` on Ctrl+A or ⌘A, except in fields and dialogs. */
export function useSelectAll(selectAll: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey)) return
    if (event.altKey || event.shiftKey || event.defaultPrevented || isTyping(event.target)) return
    event.preventDefault()
    selectAll()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
