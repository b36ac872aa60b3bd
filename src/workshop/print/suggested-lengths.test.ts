import { expect, it } from 'vitest'
import { suggestedLengths } from './suggested-lengths.ts'

it('suggestedLengths depends on the longest side, and leaves a gap between the two walls of a plate', () => {
  expect(suggestedLengths([0.1, 0.2, 0.15])).toMatchObject({ wallMm: 5, drainMm: 10, baseMm: 2 })
  expect(suggestedLengths([0.2, 0.0127, 0.3])).toMatchObject({ wallMm: 2.1, drainMm: 4.2 })
  expect(suggestedLengths([0.01, 0.01, 0.002])).toMatchObject({ wallMm: 1.2, mergeMm: 0.001 })
})
