import type { MouseEvent } from 'react'

/** Opens a link within the page. With a modifier key, the browser opens a new tab instead. */
export function followLink(event: MouseEvent, follow: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  follow()
}
