import { describe, expect, it } from 'vitest'
import { findTrianglesOfPixels } from './find-pixel-triangles.ts'

const side = 8
const uvs = Float32Array.from([2, 2, 6, 2, 6, 6, 2, 6], (value) => value / side)
const indices = Uint32Array.from([0, 1, 2, 0, 2, 3])

describe('findTrianglesOfPixels', () => {
  const { owners, starts, ends } = findTrianglesOfPixels({ indices, uvs }, side, side)
  const row = (y: number) => [...owners.subarray(y * side, (y + 1) * side)]

  it('leaves no gap between triangles in any orientation', () => {
    const covered = owners.filter((owner) => owner > 0).length
    expect(covered).toBe(16)
    expect(row(2)).toEqual([0, -2, 2, 1, 1, 1, -1, 0])
    const turned = findTrianglesOfPixels({ indices: indices.toReversed(), uvs }, side, side)
    expect(turned.owners.filter((owner) => owner > 0)).toHaveLength(16)
  })

  it('extends triangles by one pixel beyond their edges', () => {
    expect(row(0)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
    expect(row(1)).toEqual([0, -2, -2, -1, -1, -1, -1, 0])
    expect(row(6)).toEqual([0, -2, -2, -2, -2, -2, -2, 0])
    expect([starts[3], ends[3]]).toEqual([1, 7])
  })
})
