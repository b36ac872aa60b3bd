import sharp from 'sharp'
import { createRandom } from '#engine/random.ts'
import { linearFromSrgb8, srgb8FromLinear } from '#engine/raster/colour-space.ts'
import type { Draw } from '#engine/thumbnail/load-draws.ts'
import { createVisibility, rasterise } from '#engine/thumbnail/rasterise.ts'
import { readTexel } from '#engine/thumbnail/texels.ts'
import { rotateSolid, type Angle } from '../views.ts'

export type CameraShot = Angle & {
  /** Angle of view that the object fills, in degrees. 0 means a camera without perspective. */
  readonly fov: number
  /** Keeps the position and size that the engine uses. Otherwise the object fills the picture. */
  readonly isPlaced?: boolean
}

/** All meshes of a scene in one list of vertices, in the units of the model. */
export type JoinedScene = {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly indices: Uint32Array
  readonly draws: readonly Draw[]
  readonly drawByTriangle: Uint16Array
  readonly firstVertex: readonly number[]
}

const grain = 3
const lamp = [-0.55, 0.7, 0.75].map((value) => value / Math.hypot(0.55, 0.7, 0.75))
const light = { ambient: 0.35, lamp: 0.75 } as const
const filled = 0.84
/** Width of the picture in the model's units if `isPlaced` is true. */
const placedSpan = 1.6

export function joinDraws(draws: readonly Draw[]): JoinedScene {
  const firstVertex: number[] = []
  let vertices = 0
  let corners = 0
  for (const draw of draws) {
    firstVertex.push(vertices)
    vertices += draw.positions.length / 3
    corners += draw.indices.length
  }
  const positions = new Float32Array(vertices * 3)
  const normals = new Float32Array(vertices * 3)
  const indices = new Uint32Array(corners)
  const drawByTriangle = new Uint16Array(corners / 3)
  let at = 0
  draws.forEach((draw, number) => {
    positions.set(draw.positions, firstVertex[number] * 3)
    normals.set(draw.normals, firstVertex[number] * 3)
    drawByTriangle.fill(number, at / 3, (at + draw.indices.length) / 3)
    for (const corner of draw.indices) indices[at++] = corner + firstVertex[number]
  })
  return { positions, normals, indices, draws, drawByTriangle, firstVertex }
}

export type Photograph = {
  readonly side: number
  readonly rgba: Buffer
  /** Nearness of each pixel, as a fraction of the picture's width; NaN outside of the object. */
  readonly nearness: Float32Array
}

export function photograph(scene: JoinedScene, shot: CameraShot, side: number): Photograph {
  const solid = rotateSolid(scene, shot)
  const turnedNormals = rotateSolid(
    { positions: scene.normals, indices: scene.indices },
    shot,
  ).positions
  const points = project(solid.positions, shot)
  const fine = side * 2
  const placed = points.map((value, k) =>
    k % 3 === 0 ? (value + 0.5) * fine : k % 3 === 1 ? (0.5 - value) * fine : value,
  )
  const seen = createVisibility(fine)
  rasterise(seen, { draw: 0, points: placed, indices: scene.indices })
  const rgba = Buffer.alloc(side * side * 4)
  const nearness = new Float32Array(side * side).fill(NaN)
  const random = createRandom(1)
  const colour = [0, 0, 0]
  for (let i = 0; i < side * side; i++) {
    let [covered, near, at] = [0, 0, -1]
    for (let sample = 0; sample < 4; sample++) {
      const y = 2 * Math.floor(i / side) + (sample >> 1)
      const fineAt = y * fine + 2 * (i % side) + (sample & 1)
      if (seen.draws[fineAt] < 0) continue
      covered++
      near += seen.nearest[fineAt]
      at = fineAt
    }
    if (covered === 0) continue
    nearness[i] = near / covered
    const point: [number, number] = [(at % fine) + 0.5, Math.floor(at / fine) + 0.5]
    shade(
      { scene, placed, normals: turnedNormals },
      { triangle: seen.triangles[at], point },
      colour,
    )
    const noise = grain * (2 * random() - 1)
    for (let c = 0; c < 3; c++) {
      const level = srgb8FromLinear(Math.min(1, colour[c])) + noise
      rgba[i * 4 + c] = Math.round(Math.min(255, Math.max(0, level)))
    }
    rgba[i * 4 + 3] = (covered * 255) / 4
  }
  return { side, rgba, nearness }
}

export const encodePhotograph = ({ rgba, side }: Photograph): Promise<Uint8Array> =>
  sharp(rgba, { raw: { width: side, height: side, channels: 4 } })
    .png({ compressionLevel: 3 })
    .toBuffer()

/**
 * Projects points to the picture, whose centre is 0 and whose width is 1. The third coordinate is
 * the nearness.
 */
function project(positions: Float32Array, { fov, isPlaced = false }: CameraShot): Float32Array {
  if (isPlaced) return positions.map((value) => value / placedSpan)
  const [centre, radius] = sphereAround(positions)
  const distance = fov > 0 ? radius / Math.sin((fov * Math.PI) / 360) : Infinity
  const points = new Float32Array(positions.length)
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let k = 0; k < points.length; k += 3) {
    const z = positions[k + 2] - centre[2]
    const size = distance === Infinity ? 1 : distance / (distance - z)
    points[k] = (positions[k] - centre[0]) * size
    points[k + 1] = (positions[k + 1] - centre[1]) * size
    points[k + 2] = z
    left = Math.min(left, points[k])
    right = Math.max(right, points[k])
    low = Math.min(low, points[k + 1])
    high = Math.max(high, points[k + 1])
  }
  const factor = filled / Math.max(right - left, high - low)
  const middle = [(left + right) / 2, (low + high) / 2, 0]
  return points.map((value, k) => (value - middle[k % 3]) * factor)
}

function sphereAround(positions: Float32Array): [number[], number] {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  for (let k = 0; k < positions.length; k++) {
    min[k % 3] = Math.min(min[k % 3], positions[k])
    max[k % 3] = Math.max(max[k % 3], positions[k])
  }
  const centre = min.map((value, c) => (value + max[c]) / 2)
  return [centre, Math.hypot(...max.map((value, c) => value - centre[c]))]
}

type Placed = {
  readonly scene: JoinedScene
  readonly placed: Float32Array
  readonly normals: Float32Array
}

type Hit = { readonly triangle: number; readonly point: readonly [number, number] }

const texel = new Float64Array(4)
const corners = [0, 0, 0]
const weights = [0, 0, 0]

function shade(
  { scene, placed, normals }: Placed,
  { triangle, point: [x, y] }: Hit,
  result: number[],
): void {
  const number = scene.drawByTriangle[triangle]
  for (let k = 0; k < 3; k++) corners[k] = scene.indices[triangle * 3 + k]
  const [ax, ay] = [placed[corners[0] * 3], placed[corners[0] * 3 + 1]]
  const [bx, by] = [placed[corners[1] * 3], placed[corners[1] * 3 + 1]]
  const [cx, cy] = [placed[corners[2] * 3], placed[corners[2] * 3 + 1]]
  const area = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
  weights[0] = ((by - cy) * (x - cx) + (cx - bx) * (y - cy)) / area
  weights[1] = ((cy - ay) * (x - cx) + (ax - cx) * (y - cy)) / area
  weights[2] = 1 - weights[0] - weights[1]
  const { material, uvs, colours } = scene.draws[number]
  const first = scene.firstVertex[number]
  for (let c = 0; c < 3; c++) {
    result[c] = material.baseColour[c] * (colours ? blend(colours, 3, c - 3 * first) : 1)
  }
  if (material.baseTexels && uvs) {
    readTexel(material.baseTexels, blend(uvs, 2, -2 * first), blend(uvs, 2, 1 - 2 * first), texel)
    for (let c = 0; c < 3; c++) result[c] *= linearFromSrgb8[Math.round(texel[c])]
  }
  const [nx, ny, nz] = [blend(normals, 3, 0), blend(normals, 3, 1), blend(normals, 3, 2)]
  const towards = (nz < 0 ? -1 : 1) / (Math.hypot(nx, ny, nz) || 1)
  const dot = (nx * lamp[0] + ny * lamp[1] + nz * lamp[2]) * towards
  const bright = light.ambient + light.lamp * Math.max(0, dot)
  for (let c = 0; c < 3; c++) result[c] *= bright
}

function blend(values: Float32Array, size: number, offset: number): number {
  let sum = 0
  for (let k = 0; k < 3; k++) sum += weights[k] * values[corners[k] * size + offset]
  return sum
}
