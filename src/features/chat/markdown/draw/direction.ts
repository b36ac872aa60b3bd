import type { Nodes } from 'mdast'

const strong = /\p{L}/u
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * `rtl` for a list, quote or table whose first letter belongs to a script that is written so: its marks and
 * columns stand on the other side then. Its paragraphs go by their own letters.
 */
export function directionOf(node: Nodes): 'rtl' | undefined {
  const letter = firstLetter(node)
  return letter !== undefined && rightToLeft.test(letter) ? 'rtl' : undefined
}

/** `auto` for a cell with letters; one of figures goes with its table. */
export const directionOfCell = (node: Nodes): 'auto' | undefined =>
  firstLetter(node) === undefined ? undefined : 'auto'

function firstLetter(node: Nodes): string | undefined {
  if (node.type === 'text') return strong.exec(node.value)?.[0]
  if (!('children' in node)) return undefined
  for (const child of node.children) {
    const found = firstLetter(child)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether any letter of a text is written from right to left. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)
