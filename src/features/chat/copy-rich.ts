import { copyText } from './copy-text.ts'

/**
 * Puts a Markdown text on the clipboard as it is, and as formatted text for word processors.
 *
 * @param drawn the text as it stands on the page; absent: only Markdown is copied.
 * @throws {Error} when the browser does not allow it.
 */
export async function copyRich(markdown: string, drawn: Element | null | undefined): Promise<void> {
  const canBoth = 'clipboard' in navigator && typeof ClipboardItem === 'function'
  if (!drawn || !canBoth) return copyText(markdown)
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': new Blob([markdown], { type: 'text/plain' }),
      'text/html': new Blob([htmlOf(drawn)], { type: 'text/html' }),
    }),
  ])
}

const mono = 'font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.9em'
/** Styles go along in the elements, as a word processor knows none of ours. */
const styles: Record<string, string> = {
  TABLE: 'border-collapse: collapse',
  TH: 'border: 1px solid #bbb; padding: 4px 8px; text-align: left; font-weight: 600',
  TD: 'border: 1px solid #bbb; padding: 4px 8px',
  PRE: `${mono}; background: #f4f3f1; padding: 8px 12px; white-space: pre-wrap`,
  CODE: mono,
  BLOCKQUOTE: 'border-left: 3px solid #ccc; margin-left: 0; padding-left: 12px; color: #555',
}
const kept = new Set([
  'href',
  'src',
  'alt',
  'start',
  'colspan',
  'rowspan',
  'style',
  'xmlns',
  'display',
  'mathvariant',
])

/** The elements as they are drawn, without our buttons, classes and hidden parts. */
export function htmlOf(drawn: Element): string {
  const copy = drawn.cloneNode(true)
  if (!(copy instanceof Element)) return ''
  for (const extra of copy.querySelectorAll(
    'button, [aria-hidden="true"], .sr-only, script, style, annotation, template',
  )) {
    extra.remove()
  }
  for (const element of copy.querySelectorAll('*')) {
    const alignment = element instanceof HTMLElement ? element.style.textAlign : ''
    for (const name of element.getAttributeNames()) {
      if (!kept.has(name) || name === 'style') element.removeAttribute(name)
    }
    const style = [styles[element.tagName], alignment && `text-align: ${alignment}`]
      .filter(Boolean)
      .join('; ')
    if (style !== '') element.setAttribute('style', style)
  }
  return copy.innerHTML
}
