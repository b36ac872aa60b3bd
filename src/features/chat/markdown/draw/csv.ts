import type { Nodes, TableRow } from 'mdast'

/**
 * Formats rows as CSV (RFC 4180) with the plain text of the cells.
 * @param liveText text of the last row that was not parsed yet.
 */
export const toCsv = (rows: readonly TableRow[], liveText = ''): string =>
  rows
    .map((row) => row.children.map((cell) => quoted(getPlainText(cell, liveText).trim())).join(','))
    .join('\r\n')

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

function getPlainText(node: Nodes, liveText: string): string {
  if ('children' in node)
    return node.children.map((child) => getPlainText(child, liveText)).join('')
  if (node.type === 'liveText') return liveText
  if (node.type === 'break') return '\n'
  if (node.type === 'html') return /^<br ?\/?>$/i.test(node.value) ? '\n' : node.value
  if ('value' in node) return node.value
  return node.type === 'image' ? (node.alt ?? '') : ''
}
