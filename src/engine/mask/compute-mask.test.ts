import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { figurePicture, logoPicture } from '../testing/pictures.fixture.ts'
import { weightsPath } from '../testing/weights-path.fixture.ts'
import { computeMask } from './compute-mask.ts'

const read = async (png: Uint8Array) => {
  const { data, info } = await sharp(png)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, info }
}

const translucent = (opacity: number) =>
  sharp({ create: { width: 600, height: 512, channels: 4, background: '#cc333300' } })
    .composite([
      {
        input: Buffer.from(
          `<svg width="200" height="100"><rect width="200" height="100" fill="#393" fill-opacity="${opacity}"/></svg>`,
        ),
        left: 100,
        top: 50,
      },
    ])
    .png()
    .toBuffer()

describe('computeMask', () => {
  it('returns a grey PNG of the reported size', async () => {
    const mask = await computeMask(await figurePicture(600), weightsPath)
    const { data, info } = await read(mask.png)
    expect(info).toMatchObject({ width: mask.widthPx, height: mask.heightPx, channels: 1 })
    const white = data.filter((value) => value > 127).length / data.length
    expect(white).toBeGreaterThan(0.02)
    expect(white).toBeLessThan(0.95)
    expect(mask.confidence).toBeGreaterThan(0.3)
  })

  it.each([
    ['keeps the alpha values of the file', 0.6, 153],
    ['treats an object that is faint all over as fully covered', 0.3, 255],
  ])('computeMask returns a mask that %s', async (_, opacity, expected) => {
    const mask = await computeMask(await translucent(opacity), weightsPath)
    expect(mask.source).toBe('alpha')
    const { data } = await read(mask.png)
    const at = (x: number, y: number) => data[y * mask.widthPx + x]
    expect(at(200, 100)).toBe(expected)
    expect(at(400, 300)).toBe(0)
  })

  it('reports how the mask was found', async () => {
    const onWhite = await sharp(await logoPicture())
      .flatten({ background: '#fff' })
      .toBuffer()
    expect((await computeMask(onWhite, weightsPath)).source).toBe('backdrop')
  })
})
