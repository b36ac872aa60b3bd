import type { Nodes } from 'mdast'

export type TextDirection = 'ltr' | 'rtl'

const strong = /\p{L}/u
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Returns the direction of a list, quote or table: that of the script of its first letter. The side
 * of bullets and the order of columns follow it. Undefined without letters.
 */
export function getBlockDirection(node: Nodes): TextDirection | undefined {
  const letter = firstLetter(node)
  if (letter === undefined) return undefined
  return rightToLeft.test(letter) ? 'rtl' : 'ltr'
}

/** Returns `auto` for a cell with letters. Other cells use the direction of the table. */
export const getCellDirection = (node: Nodes): 'auto' | undefined =>
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

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)
