import { expect, it } from 'vitest'
import { runPowerCuts } from './power-cuts.ts'

// Slow, because each power failure rebuilds and opens the folder.
it('the store keeps all confirmed data after a power failure and opens again', async () => {
  const figures = await runPowerCuts({ cuts: 6, rounds: 40, seed: 18 })
  expect(figures).toMatchObject({ opened: 6, lost: 0 })
  expect(figures.acknowledged).toBeGreaterThan(100)
})
