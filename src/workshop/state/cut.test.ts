import { describe, expect, it } from 'vitest'
import { directions } from '#viewer/camera/sides.ts'
import { planeFacing } from './cut.ts'

describe('a new section', () => {
  it('takes away the half towards the viewer', () => {
    const flipped = (['x', 'y', 'z'] as const).map((axis) =>
      (['threeQuarter', 'left', 'back', 'bottom'] as const)
        .filter((side) => planeFacing(axis, directions[side]).isFlipped)
        .join(' '),
    )
    expect(flipped).toEqual(['left', 'bottom', 'back'])
  })

  it('takes away the upper half where nobody knows from where it is seen', () => {
    expect(planeFacing('y', undefined)).toEqual({ place: 0.5, isFlipped: false })
  })
})
