import { useEffect, useEffectEvent } from 'react'
import { isComposing } from '#ui/fields/is-composing.ts'
import { toChord, isWriting } from '../shortcuts/chord.ts'
import { toggleChatList } from '../conversations/list-shown.ts'
import { findShortcutAction, type ShortcutId } from '../shortcuts/shortcuts.ts'

type Wishes = {
  /** Stops the running answer. Returns whether an answer was running. */
  onStop: () => boolean
  /** Opens the search. Returns whether the conversation has messages to search. */
  onFind: () => boolean
  onWrite: () => void
  onNew: () => void
  onOther: (id: Exclude<ShortcutId, 'find' | 'list' | 'new' | 'write'>) => void
}

export function useChatKeys(wishes: Wishes): void {
  const stop = useEffectEvent(wishes.onStop)
  const find = useEffectEvent(wishes.onFind)
  const write = useEffectEvent(wishes.onWrite)
  const begin = useEffectEvent(wishes.onNew)
  const other = useEffectEvent(wishes.onOther)

  useEffect(() => {
    function act(event: KeyboardEvent): boolean {
      const chord = toChord(event)
      if (chord === undefined) return false
      if (chord === 'Esc') return stop()
      if (isWriting(chord) && isTyping(event.target)) return false
      const action = findShortcutAction(chord)
      if (action === undefined) return false
      if (action === 'find') return find()
      if (action === 'new') begin()
      else if (action === 'list') toggleChatList()
      else if (action === 'write') write()
      else other(action)
      return true
    }
    function onKeyDown(event: KeyboardEvent) {
      // Dialogs and menus handle their own keys.
      if (event.defaultPrevented || isComposing(event) || isElsewhere(event.target)) return
      if (act(event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/**
 * Returns whether a key press belongs to a dialog or menu. Ignores closed dialogs, which stay in
 * the DOM while they fade out.
 */
const isElsewhere = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"]:not([hidden], [data-closed])') !== null ||
  (target instanceof Element && target.closest('[role="menu"], [role="listbox"]') !== null)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
