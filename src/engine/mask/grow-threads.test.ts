import { describe, expect, it } from 'vitest'
import { createRandom } from '../random.ts'
import { createPlane, type ThreePlanes } from '../raster/plane.ts'
import { growThreads } from './grow-threads.ts'

const side = 128

function scene() {
  const random = createRandom(3)
  const lab: ThreePlanes = [
    createPlane(side, side),
    createPlane(side, side),
    createPlane(side, side),
  ]
  const head = createPlane(side, side)
  const hair: number[] = []
  const beam: number[] = []
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const i = y * side + x
      const isHead = Math.hypot(x - 60, y - 76) < 26
      const isHair = y > 36 && y < 54 && (x === 54 || x === 66)
      const isBeam = x > 84 && y > 64 && y < 88
      lab[0].data[i] = (isHead || isHair || isBeam ? 25 : 70) + 8 * random()
      head.data[i] = isHead ? 1 : 0
      if (isHair && !isHead) hair.push(i)
      if (isBeam && !isHead) beam.push(i)
    }
  }
  return { lab, head, hair, beam }
}

describe('growThreads', () => {
  it('adds thin parts that lead away from the object, but no thick parts', () => {
    const { lab, head, hair, beam } = scene()
    const { data } = growThreads(lab, head)
    const getFraction = (places: number[]) =>
      places.filter((i) => data[i] > 0.5).length / places.length
    expect(getFraction(hair)).toBeGreaterThan(0.9)
    expect(getFraction(beam)).toBeLessThan(0.05)
    const added = data.filter((value, i) => value > 0.5 && head.data[i] === 0).length
    expect(added).toBeLessThan(hair.length * 1.3)
  })

  it('leaves a mask unchanged if no similar colours are around the mask', () => {
    const { lab, head, hair } = scene()
    for (const i of hair) lab[0].data[i] = 74
    const grown = growThreads(lab, head).data
    expect(grown.filter((value, i) => value !== head.data[i]).length).toBeLessThan(8)
  })
})
