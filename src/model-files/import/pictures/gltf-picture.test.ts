import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { toGltfPicture } from './gltf-picture.ts'
import { layOver } from './lay-over.ts'
import { writePng } from './png.ts'

const colors = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 0, 255]
const source = sharp(Uint8Array.from(colors), { raw: { width: 2, height: 2, channels: 4 } })
const getPixels = async (bytes: Uint8Array) => [
  ...(await sharp(bytes).ensureAlpha().raw().toBuffer()),
]

function bmp(bits: 8 | 24 | 32, isDownward = false): Uint8Array<ArrayBuffer> {
  const row = bits === 32 ? 8 : bits === 24 ? 8 : 4
  const palette = bits === 8 ? 16 : 0
  const bytes = new Uint8Array(54 + palette + row * 2)
  const view = new DataView(bytes.buffer)
  bytes.set([0x42, 0x4d])
  view.setUint32(10, 54 + palette, true)
  view.setUint32(14, 40, true)
  view.setInt32(18, 2, true)
  view.setInt32(22, isDownward ? -2 : 2, true)
  view.setUint16(28, bits, true)
  for (let at = 0; at < 4; at++) {
    const [red = 0, green = 0, blue = 0] = colors.slice(at * 4)
    const [x, y] = [at % 2, Math.floor(at / 2)]
    const start = 54 + palette + (isDownward ? y : 1 - y) * row
    if (bits === 8) {
      bytes.set([blue, green, red, 0], 54 + at * 4)
      bytes[start + x] = at
    } else bytes.set([blue, green, red], start + x * (bits / 8))
  }
  return bytes
}

describe('toGltfPicture', () => {
  it.each([
    ['BMP with 24 bits', () => bmp(24)],
    ['BMP with 32 bits', () => bmp(32)],
    ['BMP with a palette', () => bmp(8)],
    ['BMP that runs down', () => bmp(24, true)],
    ['GIF', async () => new Uint8Array(await source.clone().gif().toBuffer())],
  ])('converts a %s to PNG', async (_, make) => {
    const picture = toGltfPicture(await make(), 'a.xyz')
    expect(picture?.mimeType).toBe('image/png')
    expect(await getPixels(picture!.bytes)).toEqual(colors)
  })

  it('converts a large GIF', async () => {
    const noise = Uint8Array.from({ length: 120 * 90 * 3 }, (_, at) => (at * 7919) % 251)
    const gif = await sharp(noise, { raw: { width: 120, height: 90, channels: 3 } })
      .gif()
      .toBuffer()
    const picture = toGltfPicture(new Uint8Array(gif), 'a.gif')
    expect(await getPixels(picture!.bytes)).toEqual(await getPixels(gif))
  })

  it.each(['webp', 'png', 'jpeg'] as const)(
    'does not change a %s, whatever its file name',
    async (kind) => {
      const bytes = new Uint8Array(await source.clone().toFormat(kind).toBuffer())
      expect(toGltfPicture(bytes, 'a.bmp')).toEqual({
        mimeType: `image/${kind}`,
        bytes,
        name: 'a.bmp',
      })
    },
  )

  it('returns undefined for a damaged file', () => {
    expect(toGltfPicture(bmp(24).slice(0, 60), 'a.bmp')).toBeUndefined()
    expect(toGltfPicture(new Uint8Array([0x47, 0x49, 0x46, 1]), 'a.gif')).toBeUndefined()
    expect(toGltfPicture(new Uint8Array(40), 'a.psd')).toBeUndefined()
  })
})

describe('layOver', () => {
  it('shows layers through transparent pixels', async () => {
    const pixels = Uint8Array.of(255, 0, 0, 255, 255, 0, 0, 0)
    const top = {
      mimeType: 'image/png',
      name: 'a',
      bytes: writePng({ width: 2, height: 1, pixels }),
    }
    const { bytes } = layOver(top, [[0, 1, 0, 1]])
    expect(await getPixels(bytes)).toEqual([255, 0, 0, 255, 0, 255, 0, 255])
  })

  it('decodes PNGs from other programs', async () => {
    const bytes = new Uint8Array(
      await sharp({ create: { width: 3, height: 3, channels: 4, background: '#ff000080' } })
        .png()
        .toBuffer(),
    )
    const made = layOver({ mimeType: 'image/png', name: 'a', bytes }, [[0, 0, 1, 1]])
    const [red, , blue, alpha] = await getPixels(made.bytes)
    expect([red, blue, alpha]).toEqual([128, 127, 255])
  })
})
