import { expect, test } from 'vitest'
import type { Cutout } from '../../crop.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import { weightsPath } from '../../testing/weights-path.fixture.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import { loadPrior } from '../prior/create-prior.ts'
import { completeBack } from './complete-back.ts'

const side = 100
const radius = 45
const distances = Float32Array.from({ length: side * side }, (_, i) =>
  Math.hypot((i % side) - side / 2 + 0.5, Math.floor(i / side) - side / 2 + 0.5),
)
const getPlane = (data: Float32Array): Plane => ({ width: side, height: side, data })
const inside = Uint8Array.from(distances, (distance) => (distance < radius ? 1 : 0))
const grey = getPlane(Float32Array.from(inside, (is) => is * 0.3))
const empty = new Uint8Array(side * side)

const cutout: Cutout = {
  width: side,
  height: side,
  left: 0,
  top: 0,
  objectSide: 2 * radius,
  pictureWidth: side,
  pictureHeight: side,
  scale: 1,
  alpha: getPlane(Float32Array.from(inside)),
  linear: [grey, grey, grey],
  isBeyond: empty,
}

const grid: GeometryGrid = {
  width: side,
  height: side,
  cellsPerPixel: 1,
  phi: getPlane(distances.map((distance) => radius - distance)),
  inside,
  isBeyond: empty,
  radius,
}

const flat = (height: number) => getPlane(Float32Array.from(inside, (is) => is * height))
const ball = getPlane(
  distances.map((distance) => Math.sqrt(Math.max(0, radius ** 2 - distance ** 2))),
)
const middle = (side / 2) * (side + 1)

const thickness = ({ front, back }: { front: Plane; back: Plane }, i = middle) =>
  front.data[i] + back.data[i]

const load = async () => {
  const network = await loadPrior(weightsPath, 'shape-behind.bin')
  if (!network) throw new Error('The file is missing.')
  return network
}

test('completeBack mirrors the front of a half ball and adds less behind a flat front', async () => {
  const network = await load()
  const heights = { front: flat(5), back: flat(5) }
  const seen = { cutout, grid, heights, isKnown: false, network }
  const round = completeBack({ ...seen, near: ball.data })
  expect(thickness(round) / (2 * radius)).toBeGreaterThan(0.75)
  expect(thickness(round) / (2 * radius)).toBeLessThan(1.25)
  const board = completeBack({ ...seen, near: createPlane(side, side).data })
  expect(thickness(board)).toBeLessThan(0.8 * thickness(round))
  for (const { front, back } of [round, board]) {
    expect(Math.max(...front.data)).toBeCloseTo(Math.max(...back.data), 3)
  }
})

test('completeBack keeps the rule-based back if the rules recognised the object and fit the front', async () => {
  const network = await load()
  const heights = { front: ball, back: getPlane(ball.data.map((value) => value / 3)) }
  // Shift all distances, because the result must not depend on the plane from which they are
  // measured.
  const near = ball.data.map((value) => value + 700)
  const known = completeBack({ cutout, grid, near, heights, isKnown: true, network })
  expect(thickness(known)).toBeCloseTo((4 / 3) * radius, -0.5)
  const other = completeBack({ cutout, grid, near: flat(0).data, heights, isKnown: true, network })
  const unknown = completeBack({
    cutout,
    grid,
    near: flat(0).data,
    heights,
    isKnown: false,
    network,
  })
  expect(thickness(other)).toBe(thickness(unknown))
})

test('completeBack keeps the rule-based thickness without a network', () => {
  const heights = { front: flat(12), back: flat(8) }
  const near = ball.data
  const made = completeBack({ cutout, grid, near, heights, isKnown: false, network: undefined })
  expect(thickness(made)).toBeCloseTo(20, 0)
})
