import { describe, expect, it } from 'vitest'
import { getMorphWeight } from './fbx-deformers.ts'

const getWeights = (fullWeights: readonly number[], percent: number) =>
  fullWeights.map((_, place) => Number(getMorphWeight({ fullWeights, place }, percent).toFixed(3)))

describe('getMorphWeight', () => {
  it.each([
    [[100], 25, [0.25]],
    [[100], -40, [-0.4]],
    [[50, 100], 25, [0.5, 0]],
    [[50, 100], 75, [0.5, 0.5]],
    [[50, 100], 200, [-2, 3]],
    [[50, 100], -100, [-2, 0]],
    [[-50, -25, 100], 50, [0, 0, 0.5]],
    [[-50, -25, 100], -25, [0, 1, 0]],
    [[-50, -25, 100], -100, [3, -2, 0]],
  ])(
    'with shapes of full weights %j and a channel at %d %%, returns the weights %j',
    (fullWeights, percent, expected) => {
      expect(getWeights(fullWeights, percent)).toEqual(expected)
    },
  )
})
