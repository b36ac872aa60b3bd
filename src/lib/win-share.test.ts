import { expect, it } from 'vitest'
import { computeWinShare } from './win-share.ts'

const roundShare = (wins: number, votes: number) =>
  Object.values(computeWinShare(wins, votes)).map((value) => Math.round(value * 1_000) / 1_000)

it('computeWinShare returns the Wilson interval, which is wide for few votes', () => {
  // Source of the numbers: the formula of Wilson (1927) with z = 1.96.
  expect(roundShare(1, 1)).toEqual([1, 0.207, 1])
  expect(roundShare(6, 10)).toEqual([0.6, 0.313, 0.832])
  expect(roundShare(0, 4)).toEqual([0, 0, 0.49])
  expect(roundShare(600, 1_000)).toEqual([0.6, 0.569, 0.63])
})
