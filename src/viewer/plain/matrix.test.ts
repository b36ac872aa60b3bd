import { expect, it } from 'vitest'
import { compose } from '#lib/geometry/matrix.ts'
import { normalMatrix } from './matrix.ts'

function turned(m: readonly number[], [x, y, z]: readonly [number, number, number]): number[] {
  const all = [0, 1, 2].map(
    (row) => (m[row] ?? 0) * x + (m[3 + row] ?? 0) * y + (m[6 + row] ?? 0) * z,
  )
  return all.map((value) => value / Math.hypot(...all))
}

it('normalMatrix keeps normals orthogonal to scaled and mirrored surfaces', () => {
  const base = { translation: [5, 6, 7], rotation: [0, 0, 0, 1] }
  const wide = turned(normalMatrix(compose({ ...base, scale: [2, 1, 1] })), [1, 1, 0])
  expect(wide[0]! / wide[1]!).toBeCloseTo(0.5)
  const mirrored = turned(normalMatrix(compose({ ...base, scale: [-1, 1, 1] })), [1, 0, 0])
  expect(mirrored[0]).toBeCloseTo(-1)
})
