import type { TableRow } from 'mdast'
import { memo, type ReactNode } from 'react'
import { CopyButton } from '../copy/copy-button.tsx'
import { toCsv } from './csv.ts'
import { ScrollBox } from './scroll-box.tsx'
import { useWhole } from './use-whole.ts'

type TableBoxProps = {
  rows: () => readonly TableRow[]
  dir?: 'rtl' | undefined
  children: ReactNode
}

export function TableBox({ rows, dir, children }: TableBoxProps) {
  const csv = useWhole(() => toCsv(rows()))
  return (
    <div data-table="" dir={dir}>
      <ScrollBox label="Table">
        <table>{children}</table>
      </ScrollBox>
      <TableTools csv={csv} />
    </div>
  )
}

// Memoized, so that added rows do not re-render it.
const TableTools = memo(function TableTools({ csv }: { csv: () => string }) {
  return (
    <div data-tools="">
      <CopyButton label="Copy as CSV" text={csv} />
    </div>
  )
})
