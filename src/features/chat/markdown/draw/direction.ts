import type { Nodes } from 'mdast'

const strong = /\p{L}/u
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Returns `rtl` if the first letter of a list, quote or table belongs to a right-to-left script.
 * Bullets and columns are then mirrored.
 */
export function getBlockDirection(node: Nodes): 'rtl' | undefined {
  const letter = firstLetter(node)
  return letter !== undefined && rightToLeft.test(letter) ? 'rtl' : undefined
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
