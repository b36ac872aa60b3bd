import { afterEach, describe, expect, it, vi } from 'vitest'
import { isHeic } from '#model-files/pictures/heic/read-heic.ts'
import { prepareFile } from './prepare-file.ts'

function pngHead(widthPx: number, heightPx: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(64)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x89504e47)
  view.setUint32(4, 0x0d0a1a0a)
  view.setUint32(16, widthPx)
  view.setUint32(20, heightPx)
  return bytes
}
const png = (widthPx: number, heightPx: number) =>
  new Blob([pngHead(widthPx, heightPx)], { type: 'image/png' })
const box = (brands: string) =>
  Uint8Array.from(`\0\0\0\x20ftyp${brands}`, (letter) => letter.codePointAt(0) ?? 0)

const webp = (flags: number) => {
  const size = '\x3f\0\0'
  const head = `RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0${String.fromCharCode(flags)}\0\0\0${size}${size}`
  return new Blob([head.padEnd(40, '\0')])
}

const gif = (blocks: string) =>
  new Blob([
    Uint8Array.from(
      `GIF89a\x20\0\x20\0\0\0\0${blocks}`.padEnd(64, '\0'),
      (letter) => letter.codePointAt(0) ?? 0,
    ),
  ])

afterEach(() => vi.unstubAllGlobals())

describe('prepareFile', () => {
  it('accepts a picture within the limits', async () => {
    const file = png(800, 600)
    expect(await prepareFile(file, 'a.png', undefined)).toEqual({
      file,
      name: 'a.png',
      isAnimated: false,
    })
  })

  it('suggests to scale down a picture that is too large for the server or the model', async () => {
    expect(await prepareFile(png(8064, 6048), 'a.png', undefined)).toEqual({
      problem: expect.stringContaining('8064 × 6048'),
      canRemake: true,
    })
    const rules = { value: 'token' as const, sidePxMax: 1024 }
    expect(await prepareFile(png(1025, 600), 'a.png', rules)).toMatchObject({ canRemake: true })
  })

  it('suggests to convert an unsupported type', async () => {
    const bmp = new Blob([new Uint8Array(64)], { type: 'image/bmp' })
    expect(await prepareFile(bmp, 'a.bmp', undefined)).toMatchObject({ canRemake: true })
  })

  it('detects animated pictures', async () => {
    expect(await prepareFile(webp(2), 'a.webp', undefined)).toMatchObject({ isAnimated: true })
    expect(await prepareFile(webp(16), 'a.webp', undefined)).toMatchObject({ isAnimated: false })
    const repeats = gif('!\xfe\x02ab\0!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0')
    const playsOnce = gif('!\xf9\x04\0\x0a\0\0\0,')
    const still = gif('!\xf9\x04\x01\0\0\0\0,')
    expect(await prepareFile(repeats, 'a.gif', undefined)).toMatchObject({ isAnimated: true })
    expect(await prepareFile(playsOnce, 'a.gif', undefined)).toMatchObject({ isAnimated: true })
    expect(await prepareFile(still, 'a.gif', undefined)).toMatchObject({ isAnimated: false })
    expect(await prepareFile(png(64, 64), 'a.png', undefined)).toMatchObject({ isAnimated: false })
  })

  it('accepts tiny pictures, because the server enlarges them, but reports that a picture of 2 × 6000 px cannot be used', async () => {
    const rules = { value: 'token' as const, sidePxMin: 128 }
    expect(await prepareFile(png(16, 16), 'a.png', rules)).toMatchObject({ name: 'a.png' })
    expect(await prepareFile(png(2, 6000), 'a.png', rules)).toMatchObject({ canRemake: false })
  })

  it('rejects pictures that are too small, empty files, and other files', async () => {
    const rules = { value: 'token' as const, sidePxMin: 128 }
    expect(await prepareFile(png(127, 600), 'a.png', rules)).toEqual({
      problem: expect.stringContaining('at least 128 px'),
      canRemake: false,
    })
    expect(await prepareFile(new Blob([]), 'a.png', undefined)).toMatchObject({ canRemake: false })
    const text = new Blob(['Dear diary'], { type: 'text/plain' })
    expect(await prepareFile(text, 'a.txt', undefined)).toMatchObject({ canRemake: false })
  })

  it('explains what to do if the browser cannot decode a HEIC file', async () => {
    // Another test file may have loaded onnxruntime, which replaces the global `Worker` with Node's
    // worker.
    vi.stubGlobal('Worker', undefined)
    const heic = new Blob([box('heic\0\0\0\0mif1heic')])
    expect(await prepareFile(heic, 'IMG_1.HEIC', undefined)).toEqual({
      problem: expect.stringContaining('HEIC'),
      canRemake: false,
    })
  })
})

describe('isHeic', () => {
  it('distinguishes HEIC from AVIF, although both may have the brand mif1', () => {
    expect(isHeic(box('heic\0\0\0\0mif1heic'))).toBe(true)
    expect(isHeic(box('mif1\0\0\0\0mif1heic'))).toBe(true)
    expect(isHeic(box('avif\0\0\0\0mif1avif'))).toBe(false)
    expect(isHeic(box('mif1\0\0\0\0mif1avif'))).toBe(false)
    expect(isHeic(pngHead(10, 10))).toBe(false)
  })
})
