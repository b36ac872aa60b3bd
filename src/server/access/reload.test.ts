import { expect, it } from 'vitest'
import { createReload } from './reload.ts'

it('createReload reads rows again that were read during a change of this process', async () => {
  let stored = 'on'
  let known = 'on'
  const reload = createReload(
    async () => {
      const rows = stored
      if (stored === 'on') {
        // The change is stored and known after the rows were read, before they are taken.
        stored = 'off'
        known = 'off'
        reload.noteChange()
      }
      return Promise.resolve(rows)
    },
    (rows) => (known = rows),
  )
  await reload.readAgain()
  expect(known).toBe('off')
  stored = 'changed elsewhere'
  await reload.readAgain()
  expect(known).toBe('changed elsewhere')
})

it('createReload ends without taking rows if the rows change during each read', async () => {
  let reads = 0
  const reload = createReload(
    () => {
      reads++
      reload.noteChange()
      return Promise.resolve('old')
    },
    () => {
      throw new Error('Old rows were taken.')
    },
  )
  await reload.readAgain()
  expect(reads).toBeLessThan(10)
})
