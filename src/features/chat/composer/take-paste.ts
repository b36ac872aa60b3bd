import type { ClipboardEvent } from 'react'

/** UTF-16 units, about two pages. A longer paste would hide the question in the box. */
export const pastedLengthMax = 5_000

/**
 * Attaches pasted files, and text that is too long for the box, as files. Other pastes are left to
 * the browser.
 */
export function takePaste(
  event: ClipboardEvent,
  onFiles: (files: readonly File[], pastedText?: string) => void,
): void {
  const { files, types } = event.clipboardData
  // Copied tables contain a picture of themselves: prefer the text.
  if (!types.includes('text/plain')) {
    if (files.length === 0) return
    event.preventDefault()
    onFiles([...files])
    return
  }
  const text = event.clipboardData.getData('text/plain')
  if (text.length <= pastedLengthMax) return
  event.preventDefault()
  onFiles([new File([text], 'Pasted text.txt', { type: 'text/plain' })], text)
}
