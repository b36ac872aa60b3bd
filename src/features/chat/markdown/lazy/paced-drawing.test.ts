import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drawAllDue, drawPaced } from './lazy-boxes.ts'

const frames: ((ms: number) => void)[] = []
let nowMs = 0

beforeEach(() => {
  nowMs = 10_000
  frames.length = 0
  vi.stubGlobal('requestAnimationFrame', (run: (ms: number) => void) => frames.push(run))
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
})
afterEach(() => {
  drawAllDue()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function drawMany(count: number): number[] {
  const drawn: number[] = []
  for (let at = 0; at < count; at++) {
    drawPaced(() => {
      drawn.push(at)
      nowMs++
    })
  }
  return drawn
}
const nextFrame = (afterMs: number) => {
  nowMs += afterMs
  frames.shift()?.(nowMs)
}

it('drawPaced draws the latest formulas first and the others in the next frames', () => {
  const drawn = drawMany(8)
  expect(drawn).toEqual([])
  nextFrame(16)
  expect(drawn).toEqual([7, 6, 5, 4, 3])
  nextFrame(11)
  expect(drawn).toEqual([7, 6, 5, 4, 3, 2, 1, 0])
  expect(frames).toEqual([])
})

it('drawPaced draws fewer formulas after a slow frame', () => {
  drawMany(1)
  nextFrame(16)
  const drawn = drawMany(8)
  nextFrame(60)
  expect(drawn).toEqual([7])
})

it('drawPaced draws all formulas at once before the page is printed', () => {
  const drawn = drawMany(8)
  drawAllDue()
  expect(drawn).toHaveLength(8)
})
