import { PerspectiveCamera } from 'three'
import { describe, expect, it } from 'vitest'
import { axisHeadAt } from './axis-heads.ts'

function seenFrom(x: number, y: number, z: number) {
  const camera = new PerspectiveCamera()
  camera.position.set(x, y, z)
  camera.lookAt(0, 0, 0)
  return camera.quaternion
}

describe('axisHeadAt', () => {
  it.each([
    ['the front', [0, 0, 5], { x: 1, y: 0 }, 'right'],
    ['the front', [0, 0, 5], { x: 0, y: 1 }, 'top'],
    ['the front, the nearer of two', [0, 0, 5], { x: 0, y: 0 }, 'front'],
    ['the back, where right is left', [0, 0, -5], { x: 1, y: 0 }, 'left'],
    ['the right', [5, 0, 0], { x: -1, y: 0 }, 'front'],
  ] as const)('returns the end of an axis seen from %s', (_name, [x, y, z], at, side) => {
    expect(axisHeadAt({ ...at, headRadius: 0.3, camera: seenFrom(x, y, z) })).toBe(side)
  })

  it('returns undefined between the ends', () => {
    const camera = seenFrom(0, 0, 5)
    expect(axisHeadAt({ x: 0.6, y: 0.6, headRadius: 0.3, camera })).toBeUndefined()
  })
})
