import type { Nodes, TableRow } from 'mdast'

/** Formats rows as CSV (RFC 4180) with the plain text of the cells. */
export const toCsv = (rows: readonly TableRow[]): string =>
  rows
    .map((row) => row.children.map((cell) => quoted(getPlainText(cell).trim())).join(','))
    .join('\r\n')

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

function getPlainText(node: Nodes): string {
  if ('children' in node) return node.children.map(getPlainText).join('')
  if (node.type === 'break') return '\n'
  if (node.type === 'html') return /^<br ?\/?>$/i.test(node.value) ? '\n' : node.value
  if ('value' in node) return node.value
  return node.type === 'image' ? (node.alt ?? '') : ''
}
