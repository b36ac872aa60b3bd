import { expect, test } from 'vitest'
import { boxSolid } from '#lib/geometry/box-solid.fixture.ts'
import { judgeShape, lookAround } from './judge-shape.ts'
import { selectHalf, readList } from './list.ts'
import { outlineHull } from './outline-hull.ts'
import { lookDistance } from './look-distance.ts'
import type { Photograph } from './photograph.ts'

const freeLicences = ['CC0-1.0', 'CC-BY-4.0', 'MIT']

test('readList returns models with a free licence, unique names and a fixed commit, in two halves', async () => {
  const list = await readList()
  expect(list.length).toBeGreaterThanOrEqual(150)
  expect(new Set(list.map(({ name }) => name)).size).toBe(list.length)
  for (const { source, blob } of list) {
    expect(freeLicences).toContain(source.licence)
    expect(source.commit).toMatch(/^[0-9a-f]{40}$/)
    expect(blob).toMatch(/^[0-9a-f]{40}$/)
  }
  const tuning = list.filter(({ name }) => selectHalf(name) === 'tuning').length
  expect(Math.min(tuning, list.length - tuning)).toBeGreaterThan(70)
})

test('judgeShape rates a block as equal to itself, and half a block as half as deep', () => {
  const whole = lookAround(block(0.5))
  const same = judgeShape(whole, lookAround(block(0.5)))
  expect(same).toMatchObject({ front: 1, sides: 1, depthRatio: 1, fScore: 1 })
  const flat = judgeShape(whole, lookAround(block(0.25)))
  expect(flat.depthRatio).toBeCloseTo(0.5)
  expect(flat.front).toBe(1)
  expect(flat.sides).toBeLessThan(0.9)
  expect(flat.depthError).toBeCloseTo(0.125, 2)
})

test('outlineHull returns the block itself if the cameras look straight at the sides of a block', () => {
  const truth = lookAround(block(0.5))
  const square = [0, 90].map((yaw) => ({ yaw, pitch: 0 }))
  expect(judgeShape(truth, lookAround(outlineHull(block(0.5), square))).sides).toBeGreaterThan(0.97)
  const [front] = square
  expect(judgeShape(truth, lookAround(outlineHull(block(0.25), [front]))).sides).toBeLessThan(0.9)
})

const disc = (radius: number, stripes: number): Photograph => {
  const side = 96
  const rgba = Buffer.alloc(side * side * 4)
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [(i % side) - side / 2, Math.floor(i / side) - side / 2]
    const bright = stripes === 0 || Math.sin((x * Math.PI) / stripes) > 0 ? 220 : 60
    rgba.set([bright, bright, 80, Math.hypot(x, y) < radius ? 255 : 0], i * 4)
  }
  return { side, rgba, nearness: new Float32Array(side * side) }
}

test('lookDistance grows with the difference in shape and in pattern', () => {
  const truth = disc(30, 8)
  expect(lookDistance(truth, truth)).toBeCloseTo(0, 5)
  const [smaller, smallest] = [lookDistance(truth, disc(27, 8)), lookDistance(truth, disc(15, 8))]
  expect(smaller).toBeGreaterThan(0.02)
  expect(smallest).toBeGreaterThan(2 * smaller)
  expect(lookDistance(truth, disc(30, 0))).toBeGreaterThan(smaller)
})

const block = (depth: number) => boxSolid([0.5, 0.5, depth / 2])
