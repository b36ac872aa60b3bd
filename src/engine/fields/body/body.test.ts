import { expect, test } from 'vitest'
import { buildPictureFields } from '../../testing/picture-fields.fixture.ts'
import { logoPicture } from '../../testing/pictures.fixture.ts'
import { measureThickness } from './guess-depth.ts'
import { evaluateTrees } from './trees.ts'

test('evaluateTrees sums the predictions of all trees', () => {
  const tree = {
    clues: Array<number>(7).fill(0),
    thresholds: [4, 2, 6, 1, 3, 5, 7],
    answers: [0, 1, 2, 3, 4, 5, 6, 7],
  }
  const trees = { start: 10, ...tree }
  expect([0, 1, 2.5, 3, 4, 5, 6.5, 7].map((clue) => evaluateTrees(trees, [clue]))).toEqual([
    10, 11, 12, 13, 14, 15, 16, 17,
  ])
})

test('makeShape keeps a drawing flat even if the predicted depth is larger', async () => {
  const { fields } = await buildPictureFields(await logoPicture(), 160)
  expect(fields.style).toBe('flat')
  const { most } = measureThickness(fields.heights, fields.grid)
  expect(most).toBeLessThan(0.3 * Math.max(fields.bounds.width, fields.bounds.height))
})
