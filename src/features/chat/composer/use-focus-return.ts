import { useEffect, type RefObject } from 'react'

/**
 * Moves the focus to the message box when the focused control of its form is removed, such as the
 * last waiting question. Without this, browsers move the focus to the top of the page.
 */
export function useFocusReturn(
  form: RefObject<HTMLElement | null>,
  area: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const { current } = form
    if (!current) return undefined
    let focused: Element | undefined
    let isTouched = false
    const note = (event: Event) => {
      if (event instanceof PointerEvent) isTouched = event.pointerType === 'touch'
      if (event instanceof KeyboardEvent) isTouched = false
      const { target } = event
      focused = target instanceof Element && current.contains(target) ? target : undefined
    }
    const observer = new MutationObserver(() => {
      // After a touch, the focus would open the on-screen keyboard.
      if (!focused || focused.isConnected || isTouched) return
      focused = undefined
      // A list in the form may first move the focus to its next row.
      queueMicrotask(() => document.activeElement === document.body && area.current?.focus())
    })
    observer.observe(current, { childList: true, subtree: true })
    const noted = ['focusin', 'pointerdown', 'keydown'] as const
    for (const name of noted) document.addEventListener(name, note)
    return () => {
      observer.disconnect()
      for (const name of noted) document.removeEventListener(name, note)
    }
  }, [form, area])
}
