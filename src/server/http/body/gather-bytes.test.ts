import { describe, expect, it } from 'vitest'
import { gatherBytes } from './gather-bytes.ts'

const mebibyte = 1024 * 1024
const chunk = (value: number, length: number) => new Uint8Array(length).fill(value)

async function gathered(expected: number | undefined): Promise<Uint8Array> {
  const gathering = gatherBytes(expected)
  gathering.add(chunk(1, mebibyte))
  gathering.add(chunk(2, 1.5 * mebibyte))
  gathering.add(chunk(3, mebibyte / 2))
  expect(gathering.length()).toBe(3 * mebibyte)
  return gathering.whole()
}

describe('gatherBytes', () => {
  it.each([
    ['as it was said', 3 * mebibyte],
    ['longer than was said', 2 * mebibyte],
    ['shorter than was said', 4 * mebibyte],
    ['of unknown length', undefined],
  ])('joins a body that is %s', async (_case, expected) => {
    const whole = Buffer.from(await gathered(expected))
    const wanted = [chunk(1, mebibyte), chunk(2, 1.5 * mebibyte), chunk(3, mebibyte / 2)]
    expect(whole.equals(Buffer.concat(wanted))).toBe(true)
  })

  it('copies nothing at the end if the announced length was right', async () => {
    const whole = await gathered(3 * mebibyte)
    // The bytes have their own buffer, so that the buffer can be transferred to a thread.
    expect(whole.buffer.byteLength).toBe(whole.byteLength)
  })

  it('returns a single chunk without copying', async () => {
    const only = chunk(1, 5)
    const gathering = gatherBytes(5)
    gathering.add(only)
    expect(await gathering.whole()).toBe(only)
    expect(await gatherBytes(undefined).whole()).toHaveLength(0)
  })
})
