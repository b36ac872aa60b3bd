import type { TextBehind } from '../streaming/added-text.ts'

/** Returns the last text node in `node`, except in the buttons after a table. */
export function lastText(node: Node | null): Text | undefined {
  let at = node
  while (at instanceof Element) {
    const last: Node | null = at.lastChild
    at = last instanceof Element && last.hasAttribute('data-tools') ? last.previousSibling : last
  }
  return at instanceof Text ? at : undefined
}

/**
 * Returns whether a text node ends with these words. Lines of code share one text node, unless they
 * are highlighted.
 */
export const endsWithText = ({ data, parentElement }: Text, words: string): boolean =>
  parentElement?.closest('pre')
    ? !parentElement.hasAttribute('data-role') && `\n${data}`.endsWith(`\n${words}`)
    : data === words

const names: Record<TextBehind, string> = {
  strong: 'STRONG',
  emphasis: 'EM',
  delete: 'DEL',
  inlineCode: 'CODE',
  link: 'A',
}

/**
 * Inserts a text after the element that ends with `last`. Returns undefined if that element has
 * another type.
 */
export function putBehind(last: Text, type: TextBehind, text: string): Text | undefined {
  const element = last.parentElement
  if (element?.nodeName !== names[type] || element.nextSibling) return undefined
  const put = document.createTextNode(text)
  element.after(put)
  return put
}
