import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sha256Of } from './sha256.ts'

const bytes = Uint8Array.from({ length: 3 * 1024 * 1024 + 17 }, (_, at) => (at * 7) % 251)
const plain = createHash('sha256').update(bytes).digest('hex')

describe('sha256Of', () => {
  it('hashes all pieces, however they are split', async () => {
    expect(await sha256Of(bytes)).toBe(plain)
    expect(await sha256Of(bytes.subarray(0, 1_500_000), bytes.subarray(1_500_000))).toBe(plain)
    expect(await sha256Of()).toBe(createHash('sha256').digest('hex'))
    expect(await sha256Of(new Uint8Array(), bytes)).toBe(plain)
  })

  it('yields to the event loop', async () => {
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await sha256Of(new Uint8Array(100 * 1024 * 1024))
    isDone = true
    expect(turns).toBeGreaterThan(3)
  })
})
