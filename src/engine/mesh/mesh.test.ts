import { describe, expect, it } from 'vitest'
import { createPlane, type Plane } from '../raster/plane.ts'
import { simplifyMesh } from '../simplify.ts'
import { cellTriangles } from './cell-table.ts'
import { flipFlatFaces } from './flip-flat-faces.ts'
import { marchField } from './march.ts'
import { collapseSafely } from './collapse-safely.ts'
import { dropFins, findBadVertices, keepLargestParts } from './topology.ts'
import { measureVolume } from '../testing/find-defects.fixture.ts'

function field(width: number, height: number, value: (x: number, y: number) => number): Plane {
  const plane = createPlane(width, height)
  for (let i = 0; i < plane.data.length; i++) {
    plane.data[i] = value(i % width, Math.floor(i / width))
  }
  return plane
}

const ball = field(33, 33, (x, y) => 100 - (x - 16) ** 2 - (y - 16) ** 2)

const computeVolume = (positions: Float32Array, indices: Uint32Array) =>
  measureVolume({ positions, indices })

describe('cellTriangles', () => {
  it('makes triangles for every mixed cell in which each inside far corner has an inside near corner', () => {
    for (let near = 0; near < 16; near++) {
      for (let far = 0; far < 16; far++) {
        if ((far & near) !== far) continue
        const triangles = cellTriangles[near | (far << 4)]
        const isUncut = near === far ? near === 0 || near === 15 : false
        expect(triangles.length > 0).toBe(!isUncut)
        expect(triangles.length % 3).toBe(0)
      }
    }
  })
})

describe('marchField', () => {
  it('makes a closed ball of the right volume', () => {
    const { points, indices } = marchField(ball)
    expect(findBadVertices(indices)).toEqual([])
    expect(-computeVolume(points, indices) / ((4 / 3) * Math.PI * 1000)).toBeCloseTo(1, 1)
  })

  it.each([1, 2, 3])('makes a closed mesh of random noise, seed %d', (seed) => {
    const noise = field(40, 30, (x, y) => {
      const isEdge = x === 0 || y === 0 || x === 39 || y === 29
      const wave = Math.sin(x * 12.9898 * seed + y * 78.233) * 43_758.5453
      return isEdge ? -1 : (wave - Math.floor(wave) - 0.45) * 60
    })
    const { points, indices } = marchField(noise)
    expect(findBadVertices(indices)).toEqual([])
    expect(points.every(Number.isFinite)).toBe(true)
  })

  it('makes a closed mesh if values equal the levels exactly', () => {
    const steps = field(12, 12, (x, y) =>
      x === 0 || y === 0 || x === 11 || y === 11 ? -1 : ((x * y) % 4) ** 2,
    )
    const { indices } = marchField(steps)
    expect(indices.length).toBeGreaterThan(0)
    expect(findBadVertices(indices)).toEqual([])
  })
})

describe('simplifyMesh', () => {
  it('keeps a ball closed and returns the requested number of faces', async () => {
    const { points, indices } = marchField(ball)
    const normals = points.map((value, k) => (k % 3 === 2 ? value / 10 : (value - 16) / 10))
    const simple = await simplifyMesh({ positions: points, normals, indices }, 200)
    expect(simple.indices.length / 3).toBeLessThanOrEqual(200)
    expect(findBadVertices(simple.indices)).toEqual([])
    expect(-computeVolume(simple.positions, simple.indices)).toBeGreaterThan(3_800)
  })
})

const getBad = (indices: number[]) => new Set(findBadVertices(Uint32Array.from(indices)))

describe('collapseSafely', () => {
  it('keeps a plate with sixteen holes closed until no edge can be collapsed', () => {
    const plate = field(60, 60, (x, y) => {
      const isEdge = x < 2 || y < 2 || x > 57 || y > 57
      return isEdge || (x % 13 > 8 && y % 13 > 8) ? -3 : 9
    })
    const { points, indices } = marchField(plate)
    const mesh = { positions: points, normals: points, indices }
    for (const faceLimit of [1_000, 10]) {
      const simple = collapseSafely(mesh, faceLimit)
      expect(findBadVertices(simple)).toEqual([])
      expect(simple.length / 3).toBeLessThanOrEqual(Math.max(faceLimit, 400))
      expect(-computeVolume(points, simple)).toBeGreaterThan(0)
    }
  })
})

describe('flipFlatFaces', () => {
  it('gives a face without area an area and leaves the other faces unchanged', () => {
    const positions = Float32Array.from([0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0, 1, 1, 2, 1, 0, 0])
    const sides = [0, 5, 4, 5, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4]
    const flat = [0, 1, 5]
    const indices = Uint32Array.from([...sides, ...flat, 0, 3, 2, 0, 2, 1])
    expect(findBadVertices(indices)).toEqual([])
    const mended = flipFlatFaces({ positions, normals: positions, indices })
    expect(findBadVertices(mended.indices)).toEqual([])
    expect(computeVolume(positions, mended.indices)).toBeCloseTo(
      computeVolume(positions, indices),
      5,
    )
    expect(mended.indices.length).toBe(indices.length)
    expect([...mended.indices.subarray(0, sides.length)]).toEqual(sides)
    expect(flipFlatFaces(mended)).toBe(mended)
  })
})

describe('mesh topology', () => {
  const tetrahedron = [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2]

  it('findBadVertices returns the rim of a hole and an edge with three faces', () => {
    expect(getBad(tetrahedron)).toEqual(new Set())
    expect(getBad(tetrahedron.slice(3))).toEqual(new Set([0, 1, 2]))
    expect(getBad([...tetrahedron, 0, 1, 4])).toEqual(new Set([0, 1, 4]))
  })

  it('keepLargestParts keeps the largest parts within the face limit, but always the largest part', () => {
    const small = tetrahedron.map((v) => v + 10)
    const both = Uint32Array.from([...small.slice(0, 9), ...tetrahedron])
    expect([...keepLargestParts(both, 4)]).toEqual(tetrahedron)
    expect(keepLargestParts(both, 7)).toHaveLength(21)
    expect([...keepLargestParts(both, 2)]).toEqual(tetrahedron)
  })

  it('dropFins drops pairs of coincident faces and faces without area', () => {
    const fins = Uint32Array.from([...tetrahedron, 4, 5, 6, 5, 4, 6, 7, 7, 8])
    expect([...dropFins(fins)]).toEqual(tetrahedron)
  })
})
