import type { ClipboardEvent } from 'react'

/** UTF-16 units, about two pages: a longer paste in the box hides the question that belongs to it. */
export const pastedLengthMax = 5_000

/**
 * Takes files, and words that are too many for the box, into the message as files. Everything else is
 * pasted as ever.
 */
export function takePaste(
  event: ClipboardEvent,
  onFiles: (files: readonly File[], pastedText?: string) => void,
): void {
  const { files, types } = event.clipboardData
  // A copied table has a picture of itself too: the text is what was meant.
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
