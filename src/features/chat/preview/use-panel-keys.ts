import { useEffect, useEffectEvent, useRef } from 'react'
import { isComposing } from '#ui/fields/is-composing.ts'

/**
 * Moves the focus to a panel when the panel opens, and back when the panel closes. The focus of a
 * text field stays, because a panel can open automatically while the user types. Escape leaves a
 * text area of the panel, or closes the panel.
 * @returns the panel's ref.
 * @param opening changes when the open panel gets other content.
 */
export function usePanelKeys(opening: unknown, onClose: () => void) {
  const panel = useRef<HTMLElement>(null)
  const opener = useRef<Element>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const { activeElement } = document
    if (panel.current?.contains(activeElement) === true) return
    if (activeElement?.matches('textarea, input, [contenteditable]') === true) return
    opener.current = activeElement
    panel.current?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when other content is opened.
  }, [opening])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event)) return
      // Otherwise Escape would also stop the answer.
      event.preventDefault()
      // Escape leaves a text field first, because people press it to end a completion.
      if (event.target instanceof HTMLTextAreaElement) panel.current?.focus()
      else close()
    }
    const { current } = panel
    current?.addEventListener('keydown', onKeyDown)
    return () => {
      current?.removeEventListener('keydown', onKeyDown)
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
    }
  }, [])
  return panel
}
