import type { MouseEvent } from 'react'

/** Opens a link within the page. With a modifier key, lets the browser open a new tab. */
export function followLink(event: MouseEvent, follow: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  follow()
}
