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
  // Code editors name the language of copied code in this type. Their colours are no formatting.
  if (isRich(html) && !types.includes('vscode-editor-data')) {
    event.preventDefault()
    void insertMarkdown(field, { text, html }, onFiles)
    return
  }
  if (text.length <= pastedLengthMax) return
  event.preventDefault()
  attachText(text, onFiles)
}

const attachText = (text: string, onFiles: PastedFiles) =>
  onFiles([new File([text], 'Pasted text.txt', { type: 'text/plain' })], text)

const htmlLengthMax = 2_000_000

/** Matches elements and styles that Markdown can express. */
const richSigns =
  /<(?:a|table|li|b|strong|em|i|code|pre|h[1-6]|blockquote|del|s)[\s>]|font-weight:\s?(?:bold|[6-9]00)|font-style:\s?italic|mso-list/i

const isRich = (html: string): boolean => html.length <= htmlLengthMax && richSigns.test(html)

async function insertMarkdown(
  field: HTMLTextAreaElement,
  { text, html }: { text: string; html: string },
  onFiles: PastedFiles,
): Promise<void> {
  const markdown = await import('./rich-paste/to-markdown.ts')
    .then(({ toMarkdownText }) => toMarkdownText(html))
    .catch(() => text)
  const inserted = markdown === '' ? text : markdown
  if (inserted.length > pastedLengthMax) return attachText(inserted, onFiles)
  field.focus()
  // Unlike a new value, this command can be undone with Ctrl+Z.
  if (!document.execCommand('insertText', false, inserted)) {
    field.setRangeText(inserted, field.selectionStart, field.selectionEnd, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
