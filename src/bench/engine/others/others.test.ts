import { expect, test } from 'vitest'
import { boxSolid } from '#engine/testing/box-document.fixture.ts'
import { judgeShape, lookAround } from './judge-shape.ts'
import { halfOf, readList } from './list.ts'

const freeLicences = ['CC0-1.0', 'CC-BY-4.0', 'MIT']

test('the list names free models, each once and at one commit, in two halves', async () => {
  const list = await readList()
  expect(list.length).toBeGreaterThanOrEqual(150)
  expect(new Set(list.map(({ name }) => name)).size).toBe(list.length)
  for (const { source, blob } of list) {
    expect(freeLicences).toContain(source.licence)
    expect(source.commit).toMatch(/^[0-9a-f]{40}$/)
    expect(blob).toMatch(/^[0-9a-f]{40}$/)
  }
  const tuning = list.filter(({ name }) => halfOf(name) === 'tuning').length
  expect(Math.min(tuning, list.length - tuning)).toBeGreaterThan(70)
})

test('a block is itself, and half a block is half as deep', () => {
  const whole = lookAround(block(0.5))
  const same = judgeShape(whole, lookAround(block(0.5)))
  expect(same).toMatchObject({ front: 1, sides: 1, depthRatio: 1, fScore: 1 })
  const flat = judgeShape(whole, lookAround(block(0.25)))
  expect(flat.depthRatio).toBeCloseTo(0.5)
  expect(flat.front).toBe(1)
  expect(flat.sides).toBeLessThan(0.9)
  expect(flat.depthError).toBeCloseTo(0.125, 2)
})

/** One wide, one high, and so deep. */
const block = (depth: number) => boxSolid([0.5, 0.5, depth / 2])
