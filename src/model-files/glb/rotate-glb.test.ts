import { describe, expect, it } from 'vitest'
import { makeGlb } from './glb.fixture.ts'
import { checkGlb } from '../inspect/check-glb.ts'
import { measureExtent } from '../mesh/extent.ts'
import { readGlbParts } from '../mesh/read-glb-parts.ts'
import { rotateGlb } from './rotate-glb.ts'

const getSize = async (glb: Uint8Array) => {
  const { low, high } = measureExtent((await readGlbParts(glb)).parts)
  return high.map((value, axis) => Number((value - low[axis]!).toFixed(4)))
}

describe('rotateGlb', () => {
  it('rotates by a quarter turn around each axis, and returns to the start after four turns', async () => {
    const upright = await makeGlb({ cells: 2, size: 2 })
    expect(await getSize(upright)).toEqual([2, 2, 0])
    expect(await getSize(rotateGlb(upright, 'x'))).toEqual([2, 0, 2])
    expect(await getSize(rotateGlb(upright, 'y'))).toEqual([0, 2, 2])
    expect(await getSize(rotateGlb(upright, 'z'))).toEqual([2, 2, 0])
    let turned = upright
    for (let quarter = 0; quarter < 4; quarter++) turned = rotateGlb(turned, 'x')
    checkGlb(turned)
    const [was, is] = [await readGlbParts(upright), await readGlbParts(turned)]
    is.parts[0]!.positions.forEach((value, at) =>
      expect(value).toBeCloseTo(was.parts[0]!.positions[at]!),
    )
  })
})
