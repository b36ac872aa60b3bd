import { describe, expect, it } from 'vitest'
import { toCsv } from './render-node.tsx'
import { parser } from '../parse/parse.ts'

function parseToCsv(source: string): string {
  const [table] = parser.blocks(source)
  return table?.type === 'table' ? toCsv(table.children) : 'no table'
}

describe('toCsv', () => {
  it('returns the text of cells without Markdown', () => {
    expect(parseToCsv('| a | **b** |\n|---|---|\n| `x` | [y](https://z.example) |')).toBe(
      'a,b\r\nx,y',
    )
  })

  it('quotes cells with separators', () => {
    expect(parseToCsv('| a, b | say "c" |\n|---|---|\n| one<br>two | 1 |')).toBe(
      '"a, b","say ""c"""\r\n"one\ntwo",1',
    )
  })

  it('keeps empty cells', () => {
    expect(parseToCsv('| a | b |\n|---|---|\n| | 2 |\n| 1 |')).toBe('a,b\r\n,2\r\n1')
  })
})
