import type { ClipboardEvent } from 'react'

/**
 * Maximum length of pasted text in UTF-16 units, about two pages. A longer text would hide the
 * question in the message box.
 */
export const pastedLengthMax = 5_000

/** Attaches pasted files. Converts pasted text to a file if the text is too long. */
export function takePaste(
  event: ClipboardEvent,
  onFiles: (files: readonly File[], pastedText?: string) => void,
): void {
  const { files, types } = event.clipboardData
  // Copied tables also contain a picture of the table, so prefer the text.
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
