import { expect, it } from 'vitest'
import { runPowerCuts } from './power-cuts.ts'

// Takes long: a whole first start is recorded, and after each cut the folder is built anew and opened.
it('keeps all that it has acknowledged when the power goes, and opens again', async () => {
  const figures = await runPowerCuts({ cuts: 6, rounds: 40, seed: 18 })
  expect(figures).toMatchObject({ opened: 6, lost: 0 })
  expect(figures.acknowledged).toBeGreaterThan(100)
}, 240_000)
