import { useEffect, useEffectEvent } from 'react'
import { isComposing } from './is-composing.ts'

type Wishes = {
  /** @returns whether there was something to stop. */
  onStop: () => boolean
  /** @returns whether there is anything to find in. */
  onFind: () => boolean
  onWrite: () => void
  onNew: () => void
}

/**
 * Escape stops, Ctrl or Cmd with F finds (pressed once more, the browser's own search comes), with
 * Shift and O begins a new chat, `/` goes to the message box.
 */
export function useChatKeys(wishes: Wishes): void {
  const stop = useEffectEvent(wishes.onStop)
  const find = useEffectEvent(wishes.onFind)
  const write = useEffectEvent(wishes.onWrite)
  const begin = useEffectEvent(wishes.onNew)

  useEffect(() => {
    function act(event: KeyboardEvent): boolean {
      const isCommand = event.ctrlKey || event.metaKey
      const key = event.key.toLowerCase()
      if (isCommand && event.shiftKey && key === 'o') {
        begin()
        return true
      }
      if (isCommand && !event.shiftKey && !event.altKey && key === 'f') return find()
      if (isCommand || event.altKey) return false
      if (key === 'escape') return stop()
      if (key === '/' && !isTyping(event.target)) {
        write()
        return true
      }
      return false
    }
    function onKeyDown(event: KeyboardEvent) {
      // What stands over the chat has its own keys.
      if (event.defaultPrevented || isComposing(event) || isElsewhere(event.target)) return
      if (act(event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

const isElsewhere = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"]:not([hidden])') !== null ||
  (target instanceof Element && target.closest('[role="menu"], [role="listbox"]') !== null)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
