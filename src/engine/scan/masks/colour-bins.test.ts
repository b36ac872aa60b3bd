import { expect, it } from 'vitest'
import { binCount, findBins, sumSimilarBins } from './colour-bins.ts'

const findGrey = (value: number) =>
  findBins({ rgb: Uint8Array.of(value, value, value), white: [1, 1, 1] })[0]

it('counts dark and bright colours as similar by the same difference', () => {
  for (const value of [60, 200]) {
    const counts = new Float32Array(binCount)
    counts[findGrey(value)] = 1
    const similar = sumSimilarBins(counts, 0.16)
    for (const other of [value - 15, value, value + 15]) {
      expect(similar[findGrey(other)]).toBeGreaterThan(0.5)
    }
    for (const other of [value - 60, value + 55]) {
      expect(similar[findGrey(other)]).toBeLessThan(0.1)
    }
  }
})
