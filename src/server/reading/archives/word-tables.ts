import type { TextSink } from './text-sink.ts'

type Table = { row: string[]; cell: string | undefined; span: number; isDeleted: boolean }

const spanMax = 64

/**
 * Tracks the tables of a Word file. Rows are written with bars between cells. A table inside a cell
 * becomes part of the cell's text.
 */
export function createWordTables(sink: TextSink) {
  const tables: Table[] = []
  const last = () => tables.at(-1)

  function addToCell(words: string): void {
    const table = last()
    if (table?.cell === undefined || words === '') return
    table.cell += (table.cell === '' ? '' : ' ') + words.trim()
  }

  function endRow(): void {
    const table = last()
    if (!table || table.isDeleted) return
    const row = `${table.row.join(' | ')} |`
    const outer = tables.at(-2)
    if (outer?.cell !== undefined) {
      outer.cell += (outer.cell === '' ? '' : ' ') + row
      return
    }
    sink.line()
    sink.add(row)
    sink.line()
  }

  return {
    isInCell: () => last()?.cell !== undefined,
    addToCell,
    deleteRow(): void {
      const table = last()
      if (table) table.isDeleted = true
    },
    openProperty(name: string, value: string): void {
      const table = last()
      if (!table) return
      const count = Math.min(spanMax, Number(value) || 0)
      if (name === 'gridSpan') table.span = Math.max(1, count)
      else if (name === 'gridBefore') table.row.push(...Array.from({ length: count }, () => ''))
    },
    /** @returns whether the element belongs to a table. */
    open(name: string): boolean {
      if (name === 'tbl') {
        if (tables.length === 0) sink.gap()
        tables.push({ row: [], cell: undefined, span: 1, isDeleted: false })
        return true
      }
      if (name === 'tr' && (tables.length === 0 || last()?.cell !== undefined)) {
        tables.push({ row: [], cell: undefined, span: 1, isDeleted: false })
      }
      const table = last()
      if (!table) return false
      if (name === 'tr') [table.row, table.isDeleted] = [[], false]
      else if (name === 'tc') [table.cell, table.span] = ['', 1]
      else return false
      return true
    },
    close(name: string): boolean {
      const table = last()
      if (!table) return false
      if (name === 'tc') {
        table.row.push(table.cell ?? '', ...Array.from({ length: table.span - 1 }, () => ''))
        table.cell = undefined
      } else if (name === 'tr') endRow()
      else if (name === 'tbl') {
        tables.pop()
        if (tables.length === 0) sink.gap()
      } else return false
      return true
    },
  }
}
