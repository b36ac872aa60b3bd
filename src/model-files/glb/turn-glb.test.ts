import { describe, expect, it } from 'vitest'
import { makeGlb } from './glb.fixture.ts'
import { checkGlb } from '../inspect/check-glb.ts'
import { extentOf } from '../mesh/extent.ts'
import { readGlbParts } from '../mesh/read-glb-parts.ts'
import { turnGlb } from './turn-glb.ts'

const sizeOf = async (glb: Uint8Array) => {
  const { low, high } = extentOf((await readGlbParts(glb)).parts)
  return high.map((value, axis) => Number((value - low[axis]!).toFixed(4)))
}

describe('turnGlb', () => {
  it('turns by a quarter around each axis, and four times back', async () => {
    const upright = await makeGlb({ cells: 2, size: 2 })
    expect(await sizeOf(upright)).toEqual([2, 2, 0])
    expect(await sizeOf(turnGlb(upright, 'x'))).toEqual([2, 0, 2])
    expect(await sizeOf(turnGlb(upright, 'y'))).toEqual([0, 2, 2])
    expect(await sizeOf(turnGlb(upright, 'z'))).toEqual([2, 2, 0])
    let turned = upright
    for (let quarter = 0; quarter < 4; quarter++) turned = turnGlb(turned, 'x')
    checkGlb(turned)
    const [was, is] = [await readGlbParts(upright), await readGlbParts(turned)]
    is.parts[0]!.positions.forEach((value, at) =>
      expect(value).toBeCloseTo(was.parts[0]!.positions[at]!),
    )
  })
})
