import type { TableRow } from 'mdast'
import type { ReactNode } from 'react'
import { CopyButton } from '../copy/copy-button.tsx'
import { toCsv } from './csv.ts'
import { ScrollBox } from './scroll-box.tsx'

type TableBoxProps = {
  /** Asked for when somebody copies. */
  rows: () => readonly TableRow[]
  dir?: 'rtl' | undefined
  children: ReactNode
}

/** A table in a box that scrolls, with what one can do with it. */
export const TableBox = ({ rows, dir, children }: TableBoxProps) => (
  <div data-table="" dir={dir}>
    <ScrollBox label="Table">
      <table>{children}</table>
    </ScrollBox>
    <div data-tools="">
      <CopyButton label="Copy as CSV" text={() => toCsv(rows())} />
    </div>
  </div>
)
