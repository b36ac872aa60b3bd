import { expect, it } from 'vitest'
import type { ScanView } from '../scan-view.ts'
import { findBins } from './colour-bins.ts'
import { countObjectColours } from './refine-mask.ts'

const [width, height] = [80, 60]
const blue = [30, 60, 200] as const
const red = [200, 40, 30] as const

it('counts the colours of parts that are a few pixels wide', () => {
  const rgb = new Uint8Array(width * height * 3)
  const outline = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const isBody = x >= 10 && x < 70 && y >= 5 && y < 30
      const isLeg = x >= 40 && x < 45 && y >= 30 && y < 55
      if (!isBody && !isLeg) continue
      outline[i] = 1
      rgb.set(isLeg ? blue : red, i * 3)
    }
  }
  const none = new Uint8Array(width * height)
  const view: ScanView = {
    photo: 0,
    lens: { f: 100, k1: 0, cx: 40, cy: 30 },
    pose: { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], shift: [0, 0, 300] },
    left: 0,
    top: 0,
    width,
    height,
    rgb,
    onPage: none,
    matChance: none,
    white: [1, 1, 1],
    mask: outline.map((value) => value * 255),
    outline,
    isDropped: false,
    choice: 'auto',
  }
  const colours = countObjectColours([view], false)
  const bins = findBins(view)
  const [legBin, bodyBin] = [bins[50 * width + 42], bins[15 * width + 40]]
  expect(colours[bodyBin]).toBeGreaterThan(0.05)
  expect(colours[legBin]).toBeGreaterThan(1e-3)
})
