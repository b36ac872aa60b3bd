import { WebIO } from '@gltf-transform/core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { boxDocument } from '../testing/box-document.fixture.ts'
import { drawTurntable } from './draw-turntable.ts'

const plank = () => new WebIO().writeBinary(boxDocument([1, 0.5, 0.05]).document)

const frames = 12
const sidePx = 48

describe('drawTurntable', () => {
  it('draws the model all around, at a constant size and position', async () => {
    const strip = await drawTurntable(await plank(), { frames, sidePx })
    const { data, info } = await sharp(strip).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([frames * sidePx, sidePx])
    const boxes = Array.from({ length: frames }, (_, at) => {
      const [xs, ys]: [number[], number[]] = [[], []]
      for (let y = 0; y < sidePx; y++) {
        for (let x = 0; x < sidePx; x++) {
          if (data[(y * info.width + at * sidePx + x) * 4 + 3] < 250) continue
          xs.push(x)
          ys.push(y)
        }
      }
      return {
        width: Math.max(...xs) - Math.min(...xs) + 1,
        height: Math.max(...ys) - Math.min(...ys) + 1,
        middle: (Math.max(...xs) + Math.min(...xs)) / 2,
      }
    })
    const widths = boxes.map(({ width }) => width)
    const heights = boxes.map(({ height }) => height)
    expect(Math.max(...widths)).toBeGreaterThan(sidePx * 0.6)
    expect(Math.max(...widths)).toBeLessThan(sidePx)
    expect(Math.min(...widths)).toBeLessThan(sidePx * 0.35)
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(sidePx * 0.25)
    for (const { middle } of boxes) expect(Math.abs(middle - sidePx / 2)).toBeLessThan(3)
  })
})
