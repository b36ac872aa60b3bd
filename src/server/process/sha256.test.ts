import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { getSha256 } from './sha256.ts'

const bytes = Uint8Array.from({ length: 3 * 1024 * 1024 + 17 }, (_, at) => (at * 7) % 251)
const plain = createHash('sha256').update(bytes).digest('hex')

describe('getSha256', () => {
  it('returns the hash of all pieces, however they are split', async () => {
    expect(await getSha256(bytes)).toBe(plain)
    expect(await getSha256(bytes.subarray(0, 1_500_000), bytes.subarray(1_500_000))).toBe(plain)
    expect(await getSha256()).toBe(createHash('sha256').digest('hex'))
    expect(await getSha256(new Uint8Array(), bytes)).toBe(plain)
  })

  it('lets other work run in between', async () => {
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await getSha256(new Uint8Array(100 * 1024 * 1024))
    isDone = true
    expect(turns).toBeGreaterThan(3)
  })
})
