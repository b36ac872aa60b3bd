import type { RootContent } from 'mdast'
import { expect, it } from 'vitest'
import { joinTables } from './read-html.ts'

it('joinTables visits each block only a few times, however many tables are left open', () => {
  let read = 0
  const count = 2_000
  const open = (): RootContent => ({
    type: 'html',
    get value() {
      read++
      return '<table>'
    },
  })
  const nodes = Array.from({ length: count }, open)
  expect(joinTables(nodes)).toEqual(nodes)
  read = 0
  joinTables(nodes)
  expect(read).toBeLessThan(4 * count)
})
