import { describe, expect, it } from 'vitest'
import { directions } from '#viewer/camera/sides.ts'
import { planeFacing } from './cut.ts'

describe('planeFacing', () => {
  it('removes the half towards the viewer', () => {
    const flipped = (['x', 'y', 'z'] as const).map((axis) =>
      (['threeQuarter', 'left', 'back', 'bottom'] as const)
        .filter((side) => planeFacing(axis, directions[side]).isFlipped)
        .join(' '),
    )
    expect(flipped).toEqual(['left', 'bottom', 'back'])
  })

  it('removes the upper half if there is no camera', () => {
    expect(planeFacing('y', undefined)).toEqual({ place: 0.5, isFlipped: false })
  })
})
