import { useEffect, useEffectEvent } from 'react'

const usesEscape = '[role=dialog], [role=menu], [role=listbox], input'

/** Calls `onEscape` unless a dialog, a menu, a field or a nested `useEscape` handles the key. */
export function useEscape(onEscape: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest(usesEscape)) return
    event.preventDefault()
    onEscape()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
