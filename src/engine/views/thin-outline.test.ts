import { expect, test } from 'vitest'
import type { Plane } from '../raster/plane.ts'
import { thinColumns, thinRows } from './thin-outline.ts'

const line = (...data: number[]): Plane => ({
  width: data.length,
  height: 1,
  data: Float32Array.from(data),
})
const sum = ({ data }: Plane) => data.reduce((all, value) => all + value, 0)
const upright = ({ data }: Plane): Plane => ({ width: 1, height: data.length, data })

test('thinRows moves both ends of each run inwards, also by fractions of a pixel', () => {
  const runs = line(0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1)
  expect([...thinRows(runs, () => 1).data]).toEqual([0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0])
  expect([...thinRows(runs, () => 0.5).data].slice(0, 7)).toEqual([0, 0.5, 1, 1, 1, 0.5, 0])
  expect([...thinColumns(upright(runs), 1).data]).toEqual([...thinRows(runs, () => 1).data])
  expect([...runs.data].slice(0, 3)).toEqual([0, 1, 1])
})

test('thinRows keeps a part of each run', () => {
  const wide = Array.from({ length: 20 }, (_, k) => (k >= 5 && k < 15 ? 1 : 0))
  expect(sum(thinRows(line(...wide), () => 30))).toBeCloseTo(4, 5)
  expect(sum(thinRows(line(0, 0, 1, 0, 0), () => 30))).toBeGreaterThan(0)
})

test('thinRows shifts each row by its own amount', () => {
  const two = { width: 5, height: 2, data: Float32Array.of(1, 1, 1, 1, 1, 1, 1, 1, 1, 1) }
  expect([...thinRows(two, (y) => y).data]).toEqual([1, 1, 1, 1, 1, 0, 1, 1, 1, 0])
})
