import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createAmbient } from './ambient.ts'

describe('createAmbient', () => {
  const who = createAmbient<string>()
  const what = createAmbient<number>()

  it('provides its value after every await, independently of other values', async () => {
    await who.run('me', () =>
      what.run(1, async () => {
        await wait(1)
        expect([who.get(), what.get()]).toEqual(['me', 1])
        await what.run(2, () => wait(1))
        expect([who.get(), what.get()]).toEqual(['me', 1])
      }),
    )
    expect([who.get(), what.get()]).toEqual([undefined, undefined])
  })

  it('restores the previous value after synchronous work', async () => {
    const seen = await Promise.all(
      ['a', 'b', 'c'].map((name, at) =>
        who.run(name, async () => {
          await wait(3 - at)
          return [who.get(), what.get()]
        }),
      ),
    )
    expect(seen).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['c', undefined],
    ])
  })
})
