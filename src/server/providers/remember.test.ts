import { describe, expect, it, vi } from 'vitest'
import { remember } from './remember.ts'

const never = new AbortController().signal

function openMemory() {
  let now = 0
  let count = 0
  const load = vi.fn<() => Promise<number>>(() => Promise.resolve(++count))
  return { load, ask: remember(load, () => now), wait: (ms: number) => (now += ms) }
}

describe('remember', () => {
  it('sends one request for concurrent callers and caches the result for one minute', async () => {
    const { ask, load, wait } = openMemory()
    expect(await Promise.all([ask(never), ask(never)])).toEqual([1, 1])
    wait(59_999)
    expect(await ask(never)).toBe(1)
    expect(load).toHaveBeenCalledOnce()
  })

  it('returns the old value while a new value is loading', async () => {
    const { ask, wait } = openMemory()
    await ask(never)
    wait(60_001)
    expect(await ask(never)).toBe(1)
    expect(await ask(never)).toBe(2)
  })

  it('waits for a new value if the old value is ten minutes old', async () => {
    const { ask, wait } = openMemory()
    await ask(never)
    wait(600_001)
    expect(await ask(never)).toBe(2)
  })

  it('caches a failure for ten seconds', async () => {
    const { ask, load, wait } = openMemory()
    load.mockRejectedValueOnce(new RangeError('down'))
    await expect(ask(never)).rejects.toThrow('down')
    await expect(ask(never)).rejects.toThrow('down')
    expect(load).toHaveBeenCalledOnce()
    wait(10_001)
    expect(await ask(never)).toBe(1)
  })

  it('lets one caller abort without affecting the other callers', async () => {
    const { ask } = openMemory()
    const leaving = new AbortController()
    const left = ask(leaving.signal)
    const stayed = ask(never)
    leaving.abort()
    await expect(left).rejects.toThrow(/abort/i)
    expect(await stayed).toBe(1)
  })
})
