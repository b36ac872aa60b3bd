import { describe, expect, it } from 'vitest'
import { createGate } from './gate.ts'

/** Work that ends when told to. */
function hold() {
  const releases: (() => void)[] = []
  const done = new Promise<void>((resolve) => releases.push(resolve))
  return { release: () => releases.forEach((release) => release()), work: () => done }
}

describe('createGate', () => {
  it('runs no more at once than it may, in order, and refuses beyond the queue', async () => {
    const gate = createGate(1, 1)
    const first = hold()
    const order: string[] = []
    const a = gate(first.work).then(() => order.push('a'))
    const b = gate(() => Promise.resolve()).then(() => order.push('b'))
    await expect(gate(() => Promise.resolve())).rejects.toMatchObject({ code: 'rate_limited' })
    expect(order).toEqual([])
    first.release()
    await Promise.all([a, b])
    expect(order).toEqual(['a', 'b'])
    await expect(gate(() => Promise.resolve('free again'))).resolves.toBe('free again')
  })

  it('lets the next one in after a failure', async () => {
    const gate = createGate(1, 1)
    await expect(gate(() => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError)
    await expect(gate(() => Promise.resolve(1))).resolves.toBe(1)
  })
})
