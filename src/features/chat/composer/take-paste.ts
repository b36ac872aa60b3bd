import type { ClipboardEvent } from 'react'

/**
 * Maximum length of pasted text in UTF-16 units, about two pages. A longer text would hide the
 * question in the message box.
 */
export const pastedLengthMax = 5_000

type PastedFiles = (files: readonly File[], pastedText?: string) => void

/**
 * Attaches pasted files. Converts formatted text to Markdown, and text to a file if the text is too
 * long. Browsers leave out the formatting if the user pastes with Ctrl+Shift+V.
 */
export function takePaste(event: ClipboardEvent<HTMLTextAreaElement>, onFiles: PastedFiles): void {
  const { clipboardData, currentTarget: field } = event
  const { files, types } = clipboardData
  // Copied tables also contain a picture of the table, so prefer the text.
  if (!types.includes('text/plain')) {
    if (files.length === 0) return
    event.preventDefault()
    onFiles([...files])
    return
  }
  const text = clipboardData.getData('text/plain')
  const html = clipboardData.getData('text/html')
  if (html !== '') {
    event.preventDefault()
    import('./rich-paste/insert-rich.ts')
      .then(({ insertRich }) =>
        insertRich(field, { text, html, types }, (pasted) => attachIfLong(pasted, onFiles)),
      )
      .catch(() => document.execCommand('insertText', false, text))
    return
  }
  if (attachIfLong(text, onFiles)) event.preventDefault()
}

/**
 * Attaches text as a file if the text is too long for the message box.
 * @returns whether the text was attached.
 */
function attachIfLong(text: string, onFiles: PastedFiles): boolean {
  if (text.length <= pastedLengthMax) return false
  onFiles([new File([text], 'Pasted text.txt', { type: 'text/plain' })], text)
  return true
}
