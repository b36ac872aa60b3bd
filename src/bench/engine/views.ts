import { createVisibility, rasterise, type Visibility } from '#engine/thumbnail/rasterise.ts'
import type { TruthPart } from './truth.ts'

export type TriangleSolid = { readonly positions: Float32Array; readonly indices: Uint32Array }

/** Direction of a camera without perspective, in degrees. */
export type Angle = { readonly yaw: number; readonly pitch: number }

export type RenderedView = {
  readonly visibility: Visibility
  readonly normals: Float32Array
}

/** No two of these directions are opposite, because opposite silhouettes would be mirror images. */
export const sideAngles: readonly Angle[] = [
  { yaw: 30, pitch: 0 },
  { yaw: 60, pitch: 0 },
  { yaw: 90, pitch: 0 },
  { yaw: 120, pitch: 0 },
  { yaw: 150, pitch: 0 },
  { yaw: 45, pitch: 35 },
  { yaw: 135, pitch: 35 },
  { yaw: 0, pitch: 80 },
]

/** Rotates a solid so that the camera looks along the negative z axis. */
export function rotateSolid(
  { positions, indices }: TriangleSolid,
  { yaw, pitch }: Angle,
): TriangleSolid {
  const [sy, cy] = [Math.sin((-yaw * Math.PI) / 180), Math.cos((-yaw * Math.PI) / 180)]
  const [sp, cp] = [Math.sin((pitch * Math.PI) / 180), Math.cos((pitch * Math.PI) / 180)]
  const turned = new Float32Array(positions.length)
  for (let k = 0; k < positions.length; k += 3) {
    const x = positions[k] * cy + positions[k + 2] * sy
    const z = positions[k + 2] * cy - positions[k] * sy
    turned[k] = x
    turned[k + 1] = positions[k + 1] * cp - z * sp
    turned[k + 2] = positions[k + 1] * sp + z * cp
  }
  return { positions: turned, indices }
}

/**
 * Renders a solid from `angle`. A square of side 1 around the origin fills 1 / 1.5 of the picture's
 * width.
 */
export function renderView(solid: TriangleSolid, angle: Angle, sidePx: number): RenderedView {
  const { positions, indices } = rotateSolid(solid, angle)
  const points = new Float32Array(positions.length)
  const scale = sidePx / 1.5
  for (let k = 0; k < points.length; k += 3) {
    points[k] = sidePx / 2 + positions[k] * scale
    points[k + 1] = sidePx / 2 - positions[k + 1] * scale
    points[k + 2] = positions[k + 2]
  }
  const visibility = createVisibility(sidePx)
  rasterise(visibility, { draw: 0, points, indices })
  const normals = new Float32Array(sidePx * sidePx * 3)
  for (let i = 0; i < sidePx * sidePx; i++) {
    if (visibility.draws[i] < 0) continue
    const t = visibility.triangles[i] * 3
    const normal = faceNormal(positions, indices.subarray(t, t + 3))
    // A surface without thickness is visible from both sides, so its normal must point to the
    // camera.
    const side = normal[2] < 0 ? -1 : 1
    for (let c = 0; c < 3; c++) normals[i * 3 + c] = normal[c] * side
  }
  return { visibility, normals }
}

function faceNormal(p: Float32Array, corners: ArrayLike<number>): [number, number, number] {
  const [a, b, c] = [corners[0] * 3, corners[1] * 3, corners[2] * 3]
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]]
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]]
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}

/** Returns the overlap of two silhouettes: their intersection divided by their union, 0 to 1. */
export function overlap(one: RenderedView, other: RenderedView): number {
  let both = 0
  let either = 0
  for (let i = 0; i < one.visibility.draws.length; i++) {
    const [a, b] = [one.visibility.draws[i] >= 0, other.visibility.draws[i] >= 0]
    if (a && b) both++
    if (a || b) either++
  }
  return both / Math.max(1, either)
}

/** Returns the mean angle in degrees between two surfaces, where both are visible. */
export function normalError(one: RenderedView, other: RenderedView): number {
  let sum = 0
  let count = 0
  for (let i = 0; i < one.visibility.draws.length; i++) {
    if (one.visibility.draws[i] < 0 || other.visibility.draws[i] < 0) continue
    let dot = 0
    for (let c = 0; c < 3; c++) dot += one.normals[i * 3 + c] * other.normals[i * 3 + c]
    sum += Math.acos(Math.min(1, Math.max(-1, dot)))
    count++
  }
  return ((sum / Math.max(1, count)) * 180) / Math.PI
}

export function joinParts(
  parts: readonly TruthPart[],
): TriangleSolid & { partByTriangle: Uint8Array } {
  const positions: number[] = []
  const indices: number[] = []
  const partByTriangle: number[] = []
  parts.forEach((part, number) => {
    const first = positions.length / 3
    for (const value of part.positions) positions.push(value)
    for (const index of part.indices) indices.push(index + first)
    for (let t = 0; t < part.indices.length; t += 3) partByTriangle.push(number)
  })
  return {
    positions: Float32Array.from(positions),
    indices: Uint32Array.from(indices),
    partByTriangle: Uint8Array.from(partByTriangle),
  }
}

/**
 * Moves and scales a solid like the engine: its centre is the origin, and the long side of its
 * front is 1. Ignores surfaces that are seen from their edge.
 */
export function normalise(solid: TriangleSolid): TriangleSolid {
  const [min, max] = extent(solid)
  const [left, right] = extent({ ...solid, indices: facing(solid) })
  const scale = 1 / Math.max(right[0] - left[0], right[1] - left[1])
  const middle = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2, (min[2] + max[2]) / 2]
  return {
    indices: solid.indices,
    positions: solid.positions.map((value, k) => (value - middle[k % 3]) * scale),
  }
}

/**
 * Minimum area of a triangle in the view. The unit is the square of the solid's width or height.
 */
const areaMin = 1e-7

function facing(solid: TriangleSolid): Uint32Array {
  const { positions: p, indices } = solid
  const [width, height] = getSolidSize(solid)
  const least = areaMin * Math.max(width, height) ** 2
  return indices.filter((_, k) => {
    const [a, b, c] = [0, 1, 2].map((corner) => indices[k - (k % 3) + corner] * 3)
    const area = (p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[c] - p[a]) * (p[b + 1] - p[a + 1])
    return Math.abs(area) / 2 > least
  })
}

/** Centres a solid in depth, because a picture does not show the distance of the object. */
export function centreDepth(solid: TriangleSolid): TriangleSolid {
  const [min, max] = extent(solid)
  return {
    indices: solid.indices,
    positions: solid.positions.map((value, k) =>
      k % 3 === 2 ? value - (min[2] + max[2]) / 2 : value,
    ),
  }
}

function extent({ positions, indices }: TriangleSolid): [number[], number[]] {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (const corner of indices) {
    for (let c = 0; c < 3; c++) {
      min[c] = Math.min(min[c], positions[corner * 3 + c])
      max[c] = Math.max(max[c], positions[corner * 3 + c])
    }
  }
  return [min, max]
}

/** Extrudes the silhouette to `depth`, as a comparison for the engine. */
export function plainExtrude(front: RenderedView, depth: number): TriangleSolid {
  const { side, draws } = front.visibility
  const positions: number[] = []
  const indices: number[] = []
  const scale = 1.5 / side
  const quad = (...corners: [number, number, number][]) => {
    const first = positions.length / 3
    for (const [x, y, z] of corners) {
      positions.push((x - side / 2) * scale, (side / 2 - y) * scale, (z * depth) / 2)
    }
    indices.push(first, first + 1, first + 2, first, first + 2, first + 3)
  }
  for (let y = 1; y < side - 1; y++) {
    for (let x = 1; x < side - 1; x++) {
      const i = y * side + x
      if (draws[i] < 0) continue
      for (const z of [-1, 1]) quad([x, y, z], [x, y + 1, z], [x + 1, y + 1, z], [x + 1, y, z])
      if (draws[i - 1] < 0) quad([x, y, -1], [x, y + 1, -1], [x, y + 1, 1], [x, y, 1])
      if (draws[i + 1] < 0)
        quad([x + 1, y, 1], [x + 1, y + 1, 1], [x + 1, y + 1, -1], [x + 1, y, -1])
      if (draws[i - side] < 0) quad([x, y, -1], [x, y, 1], [x + 1, y, 1], [x + 1, y, -1])
      if (draws[i + side] < 0)
        quad([x, y + 1, 1], [x, y + 1, -1], [x + 1, y + 1, -1], [x + 1, y + 1, 1])
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

export function getSolidSize(solid: TriangleSolid): [x: number, y: number, z: number] {
  const [min, max] = extent(solid)
  return [max[0] - min[0], max[1] - min[1], max[2] - min[2]]
}
