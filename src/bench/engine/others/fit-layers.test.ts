import { expect, test } from 'vitest'
import { clueCount } from '#engine/fields/hull/inside-clues.ts'
import { insideNetwork } from '#engine/fields/hull/inside-network.ts'
import { createRandom } from '#engine/random.ts'
import { fitLayers } from './fit-layers.ts'

function ask({ means, deviations, layers }: ReturnType<typeof fitLayers>, clues: number[]): number {
  let values = clues.map((value, k) => (value - means[k]) / deviations[k])
  layers.forEach(({ weights, biases }, n) => {
    const sums = biases.map((bias, b) =>
      values.reduce((sum, value, a) => sum + value * weights[a * biases.length + b], bias),
    )
    values = n + 1 < layers.length ? sums.map((sum) => (sum < 0 ? 0.05 * sum : sum)) : sums
  })
  return values[0]
}

test('fitLayers learns a function that is not linear in the clues', () => {
  const random = createRandom(3)
  const count = 16_384
  const clues = Float32Array.from({ length: 2 * count }, () => random() * 2 - 1)
  const answers = Float32Array.from({ length: count }, (_, k) =>
    clues[2 * k] * clues[2 * k + 1] > 0 ? 1 : 0,
  )
  const counts = new Float32Array(count).fill(1)
  const fitted = fitLayers({ clueCount: 2, clues, answers, counts })
  for (const [x, y] of [
    [0.5, 0.5],
    [-0.5, -0.5],
    [0.5, -0.5],
    [-0.5, 0.5],
  ]) {
    expect(ask(fitted, [x, y]) > 0).toBe(x * y > 0)
  }
})

test('the engine’s stored layers have the right number of clues', () => {
  const { means, deviations, layers } = insideNetwork
  expect([means.length, deviations.length]).toEqual([clueCount, clueCount])
  let width = clueCount
  for (const { weights, biases } of layers) {
    expect(weights).toHaveLength(width * biases.length)
    width = biases.length
  }
  expect(width).toBe(1)
})
