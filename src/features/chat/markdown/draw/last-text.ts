import type { TextBehind } from '../streaming/added-text.ts'

/** The last text node in `node`. The buttons after a table are skipped. */
export function lastText(node: Node | null): Text | undefined {
  let at = node
  while (at instanceof Element) {
    const last: Node | null = at.lastChild
    at = last instanceof Element && last.hasAttribute('data-tools') ? last.previousSibling : last
  }
  return at instanceof Text ? at : undefined
}

/** Whether a text node ends with what has been drawn. Lines of code share one, unless they are highlighted. */
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

/** Puts a text behind the element that `last` is the end of. Nothing where that is not the element it should be. */
export function putBehind(last: Text, type: TextBehind, text: string): Text | undefined {
  const element = last.parentElement
  if (element?.nodeName !== names[type] || element.nextSibling) return undefined
  const put = document.createTextNode(text)
  element.after(put)
  return put
}
