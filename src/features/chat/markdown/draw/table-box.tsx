import type { Nodes, TableRow } from 'mdast'
import { memo, use, type ReactNode } from 'react'
import { useLatest } from '#ui/actions/use-latest.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import { LiveTextContext } from './growing-markdown.tsx'

type TableBoxProps = {
  rows: () => readonly TableRow[]
  dir?: 'rtl' | undefined
  children: ReactNode
}

export function TableBox({ rows, dir, children }: TableBoxProps) {
  const { read } = use(LiveTextContext)
  const { csv } = useLatest({ csv: () => toCsv(rows(), read()) })
  return (
    <div data-table="" dir={dir}>
      <ScrollBox label="Table">
        <table>{children}</table>
      </ScrollBox>
      <TableTools csv={csv} />
    </div>
  )
}

const TableTools = memo(function TableTools({ csv }: { csv: () => string }) {
  return (
    <div data-tools="">
      <CopyButton label="Copy as CSV" text={csv} />
    </div>
  )
})

type ScrollBoxProps = { label: string; children: ReactNode }

/**
 * Renders a scroll container for wide content. The container is focusable, so that the keyboard can
 * scroll it.
 */
export const ScrollBox = ({ label, children }: ScrollBoxProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- keyboard users must be able to scroll.
  <div data-scroll="" tabIndex={0} role="group" aria-label={label}>
    {children}
  </div>
)

/**
 * Formats rows as CSV (RFC 4180) with the plain text of their cells.
 * @param liveText unparsed text at the end of the last row.
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
