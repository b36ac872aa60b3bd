import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { useBriefly } from '#ui/actions/use-briefly.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/app.ts'
import { drawBoxes } from '../lazy/lazy-boxes.ts'

type CopyButtonProps = {
  label: string
  text: () => string
  drawn?: (button: Element) => Element | null | undefined
}

export function CopyButton({ label, text, drawn }: CopyButtonProps) {
  const [isCopied, showCopied] = useBriefly()

  const copy = (button: Element) =>
    copyRich(text(), drawn?.(button)).then(showCopied, () =>
      showToast({ title: t('Your browser blocked copying.'), kind: 'error' }),
    )

  return (
    <IconButton
      size="sm"
      label={isCopied ? t('Copied') : label}
      icon={isCopied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
      onClick={({ currentTarget }) => void copy(currentTarget)}
    />
  )
}

/**
 * Copies a text as Markdown and as formatted text for word processors.
 * @param drawn the rendered text. Without this element, only the Markdown is copied.
 * @throws {Error} if the browser denies access to the clipboard.
 */
async function copyRich(markdown: string, drawn: Element | null | undefined): Promise<void> {
  const canBoth = 'clipboard' in navigator && typeof ClipboardItem === 'function'
  if (!drawn || !canBoth) return copyText(markdown)
  drawBoxes(drawn, 'whole')
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': new Blob([markdown], { type: 'text/plain' }),
      'text/html': new Blob([toClipboardHtml(drawn)], { type: 'text/html' }),
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
 * Returns the rendered HTML without buttons, classes and hidden parts. Uses attributes such as
 * `align`, because the content security policy blocks styles in parsed HTML.
 */
export function toClipboardHtml(drawn: Element): string {
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

function joinLists(root: Element): void {
  for (const list of root.querySelectorAll('[data-list]')) {
    const [first, ...others] = list.children
    if (!first) continue
    first.append(...others.flatMap((part) => [...part.children]))
    list.replaceWith(first)
  }
}

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

/**
 * Copies a text, also on pages without HTTPS, where the Clipboard API does not exist.
 * @throws {Error} if the browser denies access to the clipboard.
 */
export async function copyText(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  const parent = document.querySelector('dialog[open]') ?? document.body
  parent.append(area)
  area.select()
  const hasWorked = document.execCommand('copy')
  area.remove()
  if (!hasWorked) throw new Error(t('The browser refused to copy.'))
}
