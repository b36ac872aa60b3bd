/** Inserts text at the caret of a field and focuses the field. */
export function insertAtCaret(field: HTMLTextAreaElement, text: string): void {
  field.focus()
  // Ctrl+Z undoes `execCommand`, but not an assignment to the value of the field. A closing dialog
  // may keep the focus.
  if (document.activeElement === field && document.execCommand('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
