import type { MouseEvent } from 'react'

/** Follows a link on this page. With a key held, the browser opens it in a tab of its own. */
export function followLink(event: MouseEvent, follow: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  follow()
}
