import type { Nodes } from 'mdast'
import { getTextDirection, type TextDirection } from '#lib/language/text-direction.ts'

/**
 * Returns the direction of a list, quote or table: that of the script of its first letter. The side
 * of bullets and the order of columns follow it. Undefined without letters.
 */
export function getBlockDirection(node: Nodes): TextDirection | undefined {
  if (node.type === 'text' || node.type === 'liveText') return getTextDirection(node.value)
  if (!('children' in node)) return undefined
  for (const child of node.children) {
    const found = getBlockDirection(child)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns `auto` for a cell with letters. Other cells use the direction of the table. */
export const getCellDirection = (node: Nodes): 'auto' | undefined =>
  getBlockDirection(node) === undefined ? undefined : 'auto'
