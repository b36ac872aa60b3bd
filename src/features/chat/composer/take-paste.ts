import type { ClipboardEvent } from 'react'

/**
 * Maximum length of pasted text in UTF-16 units, about two pages. A longer text would hide the
 * question in the message box.
 */
export const pastedLengthMax = 5_000

/**
 * Attaches pasted files, and turns pasted text that is too long into a file. The browser handles
 * other pastes.
 */
export function takePaste(
  event: ClipboardEvent,
  onFiles: (files: readonly File[], pastedText?: string) => void,
): void {
  const { files, types } = event.clipboardData
  // Copied tables also contain a picture of the table. Paste the text instead.
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
