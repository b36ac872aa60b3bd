import { expect, test } from 'vitest'
import { measureVolume } from '../testing/find-defects.fixture.ts'
import type { SlicedField } from '../fields/hull/sliced-field.ts'
import { marchSlices } from './march-slices.ts'
import { findBadVertices } from './topology.ts'

const [width, height, depth] = [24, 20, 22]

const getField = (value: (x: number, y: number, z: number) => number): SlicedField => ({
  width,
  height,
  depth,
  fill(z, slice) {
    for (let i = 0; i < slice.length; i++) {
      const [x, y] = [i % width, Math.floor(i / width)]
      const isEdge = x % (width - 1) === 0 || y % (height - 1) === 0 || z % (depth - 1) === 0
      slice[i] = isEdge ? -1 : value(x, y, z)
    }
  },
})

test('marchSlices returns a closed ball of the right volume whose faces point outwards', () => {
  const { points, indices } = marchSlices(
    getField((x, y, z) => 8 - Math.hypot(x - 11.5, y - 9.5, z - 10.5)),
  )
  expect(findBadVertices(indices)).toEqual([])
  // Grid rows run downwards, which changes the sign of the volume.
  const volume = -measureVolume({ positions: points, indices })
  expect(volume / ((4 / 3) * Math.PI * 8 ** 3)).toBeCloseTo(1, 1)
})

test.each([1, 2, 3])('marchSlices returns a closed mesh for random noise, seed %d', (seed) => {
  const { points, indices } = marchSlices(
    getField((x, y, z) => {
      const wave = Math.sin(x * 12.9898 * seed + y * 78.233 + z * 37.719) * 43_758.5453
      return wave - Math.floor(wave) - 0.5
    }),
  )
  expect(indices.length).toBeGreaterThan(10_000)
  expect(findBadVertices(indices)).toEqual([])
  expect(points.every(Number.isFinite)).toBe(true)
})
