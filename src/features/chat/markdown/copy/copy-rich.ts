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

const kept = new Set([
  'href',
  'src',
  'alt',
  'start',
  'colspan',
  'rowspan',
  'xmlns',
  'display',
  'mathvariant',
])

/**
 * The elements as they are drawn, without our buttons, classes and hidden parts. Looks are given by
 * attributes that word processors know: the page's policy allows no styles in parsed HTML.
 */
export function htmlOf(drawn: Element): string {
  const copy = drawn.cloneNode(true)
  if (!(copy instanceof Element)) return ''
  for (const source of copy.querySelectorAll('[data-source]'))
    source.replaceWith(source.textContent)
  for (const extra of copy.querySelectorAll(
    'button, [aria-hidden="true"], .sr-only, script, style, annotation, template',
  )) {
    extra.remove()
  }
  joinLists(copy)
  breakLines(copy)
  for (const element of copy.querySelectorAll('*')) {
    const alignment = element instanceof HTMLElement ? element.style.textAlign : ''
    for (const name of element.getAttributeNames()) {
      if (!kept.has(name)) element.removeAttribute(name)
    }
    if (alignment !== '') element.setAttribute('align', alignment)
    if (element.tagName === 'TABLE') {
      element.setAttribute('border', '1')
      element.setAttribute('cellspacing', '0')
      element.setAttribute('cellpadding', '6')
    }
  }
  return copy.innerHTML
}

/** Long lists are drawn in parts. */
function joinLists(root: Element): void {
  for (const list of root.querySelectorAll('[data-list]')) {
    const [first, ...others] = list.children
    if (!first) continue
    first.append(...others.flatMap((part) => [...part.children]))
    list.replaceWith(first)
  }
}

/** Lines that end by style alone, as those of poems, would be one line elsewhere. */
function breakLines(root: Element): void {
  for (const block of root.querySelectorAll('p, li, td, th')) {
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    const broken: Text[] = []
    while (texts.nextNode()) {
      const { currentNode } = texts
      const isCode = currentNode.parentElement?.closest('pre, code, math')
      if (currentNode instanceof Text && !isCode && currentNode.data.includes('\n')) {
        broken.push(currentNode)
      }
    }
    for (const text of broken) {
      const lines = text.data.split('\n')
      text.replaceWith(
        ...lines.flatMap((line, at) => (at === 0 ? [line] : [document.createElement('br'), line])),
      )
    }
  }
}
