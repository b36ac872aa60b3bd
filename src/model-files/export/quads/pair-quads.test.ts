import { describe, expect, it } from 'vitest'
import type { MeshPart } from '../../mesh/parts.ts'
import { createBox } from '../../mesh/solids.ts'
import { joinPoints } from './join-points.ts'
import { type Faces, noCorner, pairQuads } from './pair-quads.ts'

const part = (positions: number[], indices: number[], more: Partial<MeshPart> = {}): MeshPart => ({
  positions: new Float32Array(positions),
  indices: new Uint32Array(indices),
  material: 0,
  ...more,
})

/** Returns a square of 1 m, split along the diagonal from the lower left. */
const square = (more: Partial<MeshPart> = {}) =>
  part([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3], more)

/**
 * Returns a sphere of `rings` rings with `sides` points each. Points at the texture's seam are
 * duplicated.
 */
function sphere(rings: number, sides: number): MeshPart {
  const positions: number[] = []
  const uvs: number[] = []
  const indices: number[] = []
  for (let ring = 0; ring <= rings; ring++) {
    for (let side = 0; side <= sides; side++) {
      const [polar, around] = [(Math.PI * ring) / rings, (2 * Math.PI * (side % sides)) / sides]
      const out = ring === rings ? 0 : Math.sin(polar)
      positions.push(out * Math.cos(around), Math.cos(polar), -out * Math.sin(around))
      uvs.push(side / sides, ring / rings)
      if (ring === rings || side === sides) continue
      const at = ring * (sides + 1) + side
      const below = at + sides + 1
      if (ring > 0) indices.push(at, below, at + 1)
      if (ring < rings - 1) indices.push(at + 1, below, below + 1)
    }
  }
  const points = new Float32Array(positions)
  return part(positions, indices, { normals: points.slice(), uvs: new Float32Array(uvs) })
}

const counts = ({ quads, triangles }: Faces) => [quads, triangles]

/** Returns the triangles of the faces, each with its smallest index first. */
const getTriangles = ({ corners }: Faces) => {
  const found: string[] = []
  for (let at = 0; at < corners.length; at += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = corners.subarray(at, at + 4)
    found.push(turned(a, b, c))
    if (d !== noCorner) found.push(turned(a, c, d))
  }
  return found.toSorted()
}
const turned = (...points: [number, number, number]): string => {
  const least = points.indexOf(Math.min(...points))
  return [0, 1, 2].map((step) => points[(least + step) % 3]).join(' ')
}
const givenTriangles = ({ indices }: MeshPart) =>
  Array.from({ length: indices.length / 3 }, (_, at) =>
    turned(indices[at * 3]!, indices[at * 3 + 1]!, indices[at * 3 + 2]!),
  ).toSorted()

describe('pairQuads', () => {
  it('makes six quads of a cube, and almost only quads of a sphere', () => {
    expect(counts(pairQuads(createBox([1, 1, 1])))).toEqual([6, 0])
    expect(counts(pairQuads(sphere(24, 48)))).toEqual([22 * 48, 2 * 48])
  })

  it.each([
    ['a sphere', sphere(12, 20)],
    ['a heap', heap(400)],
    ['a fan of many at one point', fan(300)],
  ])(
    'uses every triangle of %s once in its orientation, with the same result each time',
    (_, body) => {
      const faces = pairQuads(body)
      expect(getTriangles(faces)).toEqual(givenTriangles(body))
      expect(faces.corners.length / 4).toBe(faces.quads + faces.triangles)
      expect(pairQuads(body)).toEqual(faces)
    },
  )

  it('selects the better of two partners', () => {
    // Half of the square could also pair with the tilted triangle, which shares an edge with the
    // square.
    const leaning = part(
      [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1.5, 0.5, 0],
      [1, 4, 2, 0, 1, 2, 0, 2, 3],
    )
    const faces = pairQuads(leaning)
    expect(counts(faces)).toEqual([1, 1])
    expect(new Set(faces.corners.subarray(4))).toEqual(new Set([0, 1, 2, 3]))
  })

  it('does not merge triangles across a texture seam or a hard edge, or with a mirrored texture', () => {
    const apart = part([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 3, 4, 5])
    expect(counts(pairQuads(joinPoints(apart)))).toEqual([1, 0])
    const seam = { ...apart, uvs: new Float32Array([0, 0, 1, 0, 1, 1, 0, 0.5, 1, 1, 0, 1]) }
    expect(counts(pairQuads(joinPoints(seam)))).toEqual([0, 2])
    const up = [0, 0, 1]
    const normals = new Float32Array([...up, ...up, ...up, ...up, 0, 0.6, 0.8, ...up])
    expect(counts(pairQuads(joinPoints({ ...apart, normals })))).toEqual([0, 2])
    const mirrored = new Float32Array([0, 0, 1, 0, 1, 1, 1, 0])
    expect(counts(pairQuads(square({ uvs: mirrored })))).toEqual([0, 2])
  })

  it.each([
    ['bent by 14°', part([0, 0, 0, 1, -1, 0, 1, 1, 0, ...bentBy(14)], [0, 2, 3, 0, 1, 2]), [1, 0]],
    ['bent by 16°', part([0, 0, 0, 1, -1, 0, 1, 1, 0, ...bentBy(16)], [0, 2, 3, 0, 1, 2]), [0, 2]],
    ['dented', part([0, 0, 0, 1, 0, 0, 0.2, 0.2, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3]), [0, 2]],
    [
      'with a straight corner',
      part([0, 0, 0, 2, 0, 0, 1, 1, 0, 0, 2, 0], [0, 1, 2, 0, 2, 3]),
      [0, 2],
    ],
  ])('merges two triangles only if they are flat and convex enough: %s', (_, body, wanted) => {
    expect(counts(pairQuads(body))).toEqual(wanted)
  })

  it.each([
    ['one triangle turned over', square({ indices: new Uint32Array([0, 1, 2, 0, 3, 2]) })],
    ['both sides of a sheet', square({ indices: new Uint32Array([0, 1, 2, 0, 2, 1]) })],
    ['three at one edge', part([...square().positions, 0, 0, 1], [0, 1, 2, 0, 2, 3, 0, 2, 4])],
    ['corners that are one point', square({ indices: new Uint32Array([0, 0, 2, 0, 2, 2]) })],
    ['points that are not there', square({ indices: new Uint32Array([9, 1, 2, 9, 2, 3]) })],
    [
      'no area',
      part(
        Array.from({ length: 12 }, () => 0),
        [0, 1, 2, 0, 2, 3],
      ),
    ],
    [
      'numbers that are none',
      part([...Array(6).fill(Number.NaN), 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3]),
    ],
    ['no triangles', square({ indices: new Uint32Array() })],
  ])('does not change %s', (_, body) => {
    const faces = pairQuads(body)
    expect(faces.quads).toBe(0)
    expect(getTriangles(faces)).toEqual(givenTriangles(body))
  })
})

describe('joinPoints', () => {
  it('merges equal points and keeps the surface', () => {
    const soup = part([0, 0, 0, 1, 0, 0, 1, 1, 0, -0, 0, 0, 1, 1, -0, 0, 1, 0], [0, 1, 2, 3, 4, 5])
    expect(joinPoints(soup)).toEqual(square())
    // Points at a seam have equal positions but different texture coordinates.
    expect(joinPoints(sphere(6, 8))).toEqual(sphere(6, 8))
  })
})

/**
 * Returns the third corner of a triangle over the edge from (0, 0) to (1, 1), tilted by an angle.
 */
function bentBy(degrees: number): number[] {
  const angle = (degrees * Math.PI) / 180
  const out = Math.SQRT1_2
  return [
    0.5 - out * out * Math.cos(angle),
    0.5 + out * out * Math.cos(angle),
    out * Math.sin(angle),
  ]
}

function heap(count: number): MeshPart {
  let seed = 1
  const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647
  const positions = Array.from({ length: 60 * 3 }, next)
  return part(
    positions,
    Array.from({ length: count * 3 }, () => Math.floor(next() * 60)),
  )
}

function fan(count: number): MeshPart {
  const positions = [0, 0, 0]
  const indices: number[] = []
  for (let at = 0; at < count; at++) {
    const angle = (2 * Math.PI * at) / count
    positions.push(Math.cos(angle), Math.sin(angle), 0)
    indices.push(0, at + 1, ((at + 1) % count) + 1)
  }
  return part(positions, indices)
}
