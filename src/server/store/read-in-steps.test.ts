import { expect, it } from 'vitest'
import { readInSteps } from './read-in-steps.ts'

it('readInSteps reads few large rows at a time and keeps their order', async () => {
  const large = Array.from({ length: 10 }, (_, k) => ({ id: `l${k}`, bytes: 63_000 }))
  const small = Array.from({ length: 250 }, (_, k) => ({ id: `s${k}`, bytes: 200 }))
  const one = { id: 'one', bytes: 5_000_000 }
  const wanted = [...large, one, ...small]
  const steps: string[][] = []
  const rows = await readInSteps(wanted, (ids) => {
    steps.push(ids)
    return Promise.resolve(ids)
  })
  expect(rows).toEqual(wanted.map(({ id }) => id))
  expect(steps.map(({ length }) => length)).toEqual([4, 4, 2, 1, 100, 100, 50])
})
