import type { MouseEvent } from 'react'

/** Navigates within the page. With a modifier key, the browser opens a new tab. */
export function followLink(event: MouseEvent, follow: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  follow()
}
