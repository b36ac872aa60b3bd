import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { findHeicProfile } from './heic-profile.ts'
import { createNormalizer, normalizePicture } from './normalize-picture.ts'

/** The fixtures were made with heif-enc from PNGs and JPEGs of two or three colours. */
const readFixture = async (name: string) =>
  new Uint8Array(await readFile(new URL(`./${name}.fixture.heic`, import.meta.url)))

async function pixelAt(bytes: Uint8Array, left: number, top: number): Promise<number[]> {
  const pixel = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return [...pixel]
}

describe('normalizePicture', () => {
  it('rotates a HEIC once, by its own property and not again by its EXIF orientation', async () => {
    // The fixture is 64 × 40 px as stored: blue in the top left corner, red at the left, green at
    // the right.
    const { bytes, ...picture } = await normalizePicture(await readFixture('rotated'))
    expect(picture).toEqual({ mimeType: 'image/jpeg', widthPx: 40, heightPx: 64, hasAlpha: false })
    const { orientation, exif } = await sharp(bytes).metadata()
    expect([orientation, exif]).toEqual([undefined, undefined])
    const [corner, top, bottom] = await Promise.all([
      pixelAt(bytes, 34, 5),
      pixelAt(bytes, 10, 20),
      pixelAt(bytes, 20, 58),
    ])
    expect(corner[2]).toBeGreaterThan(200)
    expect(top[0]).toBeGreaterThan(200)
    expect(bottom[1]).toBeGreaterThan(200)
  })

  it('converts the colours of a HEIC to sRGB', async () => {
    const file = await readFixture('p3')
    expect(findHeicProfile(file)?.byteLength).toBeGreaterThan(100)
    const { bytes } = await normalizePicture(file)
    // Pure red in sRGB, because the fixture's colour (234, 51, 35) is in Display P3.
    const [red = 0, green = 255, blue = 255] = await pixelAt(bytes, 24, 30)
    expect(red).toBeGreaterThan(248)
    expect(green).toBeLessThan(20)
    expect(blue).toBeLessThan(20)
  })

  it('keeps the transparency of a HEIC', async () => {
    const { bytes, ...picture } = await normalizePicture(await readFixture('alpha'))
    expect(picture).toEqual({ mimeType: 'image/png', widthPx: 64, heightPx: 40, hasAlpha: true })
    const [, , , alpha = 0] = await pixelAt(bytes, 30, 20)
    expect(Math.abs(alpha - 128)).toBeLessThan(5)
  })

  it('decodes the largest accepted HEIC, and refuses the same HEIC if the memory limit is lower', async () => {
    const large = await readFixture('large')
    expect(await normalizePicture(large)).toMatchObject({ widthPx: 6_000, heightPx: 6_000 })
    const normalize = createNormalizer({ memoryMegabytesMax: 250 })
    await expect(normalize(large)).rejects.toMatchObject({ code: 'bad_picture' })
    expect(await normalize(await readFixture('alpha'))).toMatchObject({ widthPx: 64 })
  })

  it('checks the sides of a HEIC before it decodes a pixel', async () => {
    const wide = await readFixture('wide')
    const refusal = {
      code: 'bad_picture',
      message: expect.stringMatching(/^The picture has 6,016 ×/),
    }
    await expect(normalizePicture(wide)).rejects.toMatchObject(refusal)
    // The header claims a side of 4,294,967,295 px, as in a decompression bomb.
    const bomb = Buffer.from(wide)
    for (let at = bomb.indexOf('ispe'); at >= 0; at = bomb.indexOf('ispe', at + 4)) {
      bomb.writeUInt32BE(0xffff_ffff, at + 8)
      bomb.writeUInt32BE(0xffff_ffff, at + 12)
    }
    await expect(normalizePicture(bomb)).rejects.toMatchObject({ code: 'bad_picture' })
  })

  it('refuses a damaged HEIC, and a HEIC without a still picture', async () => {
    const whole = await readFixture('p3')
    for (const fraction of [0.1, 0.5, 0.9, 0.99]) {
      const cut = whole.slice(0, Math.floor(whole.length * fraction))
      await expect(normalizePicture(cut)).rejects.toMatchObject({
        code: 'bad_picture',
        message: 'The picture is damaged or incomplete.',
      })
    }
    const sequence = Buffer.from('\0\0\0\x18ftypmsf1\0\0\0\0msf1hevc', 'latin1')
    await expect(normalizePicture(sequence)).rejects.toMatchObject({ code: 'bad_picture' })
    const otherCodec = Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1avci', 'latin1')
    await expect(normalizePicture(otherCodec)).rejects.toMatchObject({
      message: expect.stringContaining('a HEIF with a codec that is not supported'),
    })
  })

  // Each result must be a picture or an error message, even if the process is replaced.
  it('returns a picture or an error for every changed byte of a HEIC header', async () => {
    const whole = await readFixture('rotated')
    for (let at = 24; at < 700; at += 13) {
      const changed = Uint8Array.from(whole)
      changed[at] = 0xff ^ (changed[at] ?? 0)
      const outcome = await normalizePicture(changed).then(
        ({ mimeType }) => mimeType,
        ({ code }: { code: unknown }) => code,
      )
      expect(['image/jpeg', 'image/png', 'bad_picture']).toContain(outcome)
    }
  })
})
