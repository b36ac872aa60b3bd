import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeGlb } from '../glb-fixture.ts'
import { convertGlb, type Pictures } from './convert.ts'
import { exportFormats } from './formats.ts'

const sharpPictures: Pictures = {
  decode: async ({ bytes }) => {
    const { data, info } = await sharp(bytes)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, data }
  },
  toPng: async (picture) => ({
    ...picture,
    mimeType: 'image/png',
    bytes: await sharp(picture.bytes).png().toBuffer(),
  }),
}

const texture = async () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()

const glb = async () =>
  makeGlb({ cells: 2, size: 0.5, color: [1, 1, 1], png: new Uint8Array(await texture()) })

describe('convertGlb', () => {
  it.each(exportFormats.map(({ value }) => value))('writes %s', async (format) => {
    const bytes = await convertGlb(await glb(), { format, name: 'square' }, sharpPictures)
    expect(bytes.length).toBeGreaterThan(100)
  })

  it('brings a print to the height that is asked for', async () => {
    const wish = { format: '3mf', name: 'square', heightMm: 80 } as const
    const text = strFromU8(
      unzipSync(await convertGlb(await glb(), wish, sharpPictures))['3D/3dmodel.model']!,
    )
    const heights = [...text.matchAll(/ z="([^"]+)"/g)].map(([, z]) => Number(z))
    expect(Math.max(...heights) - Math.min(...heights)).toBeCloseTo(80)
    expect(text).toContain('color="#FF0000"')
  })

  it('keeps metres without a wish', async () => {
    const wish = { format: 'stl', name: 'square' } as const
    const bytes = await convertGlb(await glb(), wish, sharpPictures)
    const view = new DataView(bytes.buffer)
    // The first corner of the first triangle: half of half a metre to the left and down.
    expect([view.getFloat32(96, true), view.getFloat32(104, true)]).toEqual([-250, -250])
  })
})
