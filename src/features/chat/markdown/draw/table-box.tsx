import type { TableRow } from 'mdast'
import { memo, use, type ReactNode } from 'react'
import { useLatest } from '#ui/actions/use-latest.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import { toCsv } from './csv.ts'
import { LiveTextContext } from './live-text.tsx'
import { ScrollBox } from './scroll-box.tsx'

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

// Memoized, so that added rows do not re-render it.
const TableTools = memo(function TableTools({ csv }: { csv: () => string }) {
  return (
    <div data-tools="">
      <CopyButton label="Copy as CSV" text={csv} />
    </div>
  )
})
