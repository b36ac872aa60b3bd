import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { decodeHeic } from './decode-heic.ts'

/** A picture of 48 × 32 px, red at the top and blue at the bottom, made with ImageMagick. */
const readFixture = async () =>
  new Uint8Array(await readFile(new URL('./gradient.fixture.heic', import.meta.url)))

const loadWasm = async () => {
  const path = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm')
  return Uint8Array.from(await readFile(path)).buffer
}

describe('decodeHeic', () => {
  it('returns the pixels of the primary picture', async () => {
    const { data, widthPx, heightPx } = await decodeHeic(await readFixture(), await loadWasm())
    expect([widthPx, heightPx, data.length]).toEqual([48, 32, 48 * 32 * 4])
    const [red, , blue, alpha] = data
    expect(red).toBeGreaterThan(230)
    expect(blue).toBeLessThan(30)
    expect(alpha).toBe(255)
    expect(data.at(-2)).toBeGreaterThan(230)
  })

  it('rejects truncated files and other formats', async () => {
    const wasm = await loadWasm()
    const heic = await readFixture()
    await expect(decodeHeic(heic.slice(0, 300), wasm)).rejects.toThrow(/picture/)
    await expect(decodeHeic(heic.slice(0, -30), wasm)).rejects.toThrow(/damaged/)
    await expect(decodeHeic(new Uint8Array(100), wasm)).rejects.toThrow(/no picture/)
  })
})
