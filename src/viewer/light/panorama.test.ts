import { Color, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { readPanorama } from './panorama.ts'

function halves(): ArrayBuffer {
  const header = new TextEncoder().encode('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 64 +X 128\n')
  const bytes = new Uint8Array(header.length + 128 * 64 * 4)
  bytes.set(header)
  for (let at = 0; at < 128 * 64; at++) {
    const isAbove = at < 128 * 32
    bytes.set(isAbove ? [128, 0, 0, 129] : [0, 128, 0, 129], header.length + at * 4)
  }
  return bytes.buffer
}

const up = new Vector3(0, 1, 0)
const down = new Vector3(0, -1, 0)
const level = new Vector3(1, 0, 0)

describe('readPanorama', () => {
  const { lightFor } = readPanorama(halves())
  const seen = (roughness: number, direction: Vector3) =>
    lightFor(roughness)(direction, new Color())

  it.each([0, 0.4, 1])(
    'reflects light from above and below separately at a roughness of %f',
    (roughness) => {
      const [above, below] = [seen(roughness, up), seen(roughness, down)]
      expect(above.r).toBeCloseTo(1, 1)
      expect(above.g).toBeLessThan(0.02)
      expect(below.g).toBeCloseTo(1, 1)
    },
  )

  it('mixes light from above and below for a matt surface and keeps the sum', () => {
    const between = seen(1, level)
    expect(between.r).toBeCloseTo(0.5, 1)
    expect(between.r + between.g).toBeCloseTo(1, 2)
  })

  it('rejects a file that is not a panorama', () => {
    const text = new TextEncoder().encode('nothing of the kind').buffer
    expect(() => readPanorama(text)).toThrow(/header|panorama/i)
  })
})
