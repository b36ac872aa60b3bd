import { expect, it } from 'vitest'
import { readSizes } from './read-sizes.ts'

it('readSizes parses a list of sizes in thousands of triangles', () => {
  expect(readSizes('10, 1000')).toEqual([10, 1_000])
})

it.each(['', '10k', '10,,20', '0', '-5', '0.5', '1e9', 'large'])(
  'readSizes throws an error with the expected format for %j',
  (asked) => {
    expect(() => readSizes(asked)).toThrow(/BOZZETTO_BENCH_SIZES has “.*”, .* such as 10,1000\./)
  },
)
