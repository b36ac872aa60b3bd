import { describe, expect, it } from 'vitest'
import { parseCsv } from './parse-csv.ts'

describe('parseCsv', () => {
  it('reads quoted fields with separators, quotes and line breaks', () => {
    expect(parseCsv('name,note\r\n"Bear, small","says ""hi""\nand goes"\r\n')).toEqual([
      ['name', 'note'],
      ['Bear, small', 'says "hi"\nand goes'],
    ])
  })

  it('finds semicolons and tabs as separators, also beside quoted commas', () => {
    expect(parseCsv('a;b\n1,5;2')).toEqual([
      ['a', 'b'],
      ['1,5', '2'],
    ])
    expect(parseCsv('"a,b,c"\td\n1\t2')).toEqual([
      ['a,b,c', 'd'],
      ['1', '2'],
    ])
  })

  it('keeps empty fields and rows of other lengths, and skips empty lines', () => {
    expect(parseCsv('a,b\n,\n\n1')).toEqual([['a', 'b'], ['', ''], ['1']])
    expect(parseCsv('')).toEqual([])
  })
})
