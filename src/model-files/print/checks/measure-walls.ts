import { buildBvh, hitBvh } from '../../mesh/bvh.ts'
import type { Welded } from '../../mesh/weld.ts'
import type { FineSurface } from './fine-surface.ts'
import { getFace } from './face.ts'

/**
 * Number of triangles up to which each triangle is measured separately. In larger models,
 * neighbours share a measurement.
 */
const singlesMax = 150_000
/** Side of a cube in which triangles share a measurement, as a fraction of the model's size. */
const cubeRatio = 1 / 180
/**
 * Distance of a ray's start from the surface, as a fraction of the model's size, so that the ray
 * misses its own triangle.
 */
const startRatio = 1e-5
/**
 * Largest cosine of the angle between the normals of a wall's two sides. Sides that meet at 60° or
 * more form an edge, not a thin wall.
 */
const wallCosineMax = -0.5
const reportEvery = 5_000

type Measuring = { sizeMetres: number; onProgress: (fraction: number) => void }

/**
 * Returns the thickness of the material below each small triangle along the normal, in metres, or
 * `Infinity` without an opposite side.
 */
export function measureWalls(
  surface: Pick<Welded, 'positions' | 'indices'>,
  { corners }: FineSurface,
  { sizeMetres, onProgress }: Measuring,
): Float32Array<ArrayBuffer> {
  const bvh = buildBvh(surface)
  onProgress(0.3)
  const count = corners.length / 9
  const walls = new Float32Array(count)
  const known = new Map<string, number>()
  const start = sizeMetres * startRatio
  for (let triangle = 0; triangle < count; triangle++) {
    if (triangle % reportEvery === 0) onProgress(0.3 + (0.7 * triangle) / count)
    const { normal, middle } = getFace(corners, triangle * 9)
    const key = count > singlesMax ? getNeighbourhood(middle, normal, sizeMetres) : undefined
    const told = key === undefined ? undefined : known.get(key)
    if (told !== undefined) {
      walls[triangle] = told
      continue
    }
    const [nx, ny, nz] = normal
    const [x, y, z] = middle
    const hit = hitBvh(bvh, surface, {
      origin: [x - nx * start, y - ny * start, z - nz * start],
      direction: [-nx, -ny, -nz],
      isOneSided: false,
    })
    const wall = hit && isOpposite(surface, hit.triangle, normal) ? hit.distance + start : Infinity
    walls[triangle] = wall
    if (key !== undefined) known.set(key, wall)
  }
  return walls
}

function isOpposite(
  { positions, indices }: Pick<Welded, 'positions' | 'indices'>,
  triangle: number,
  normal: readonly [number, number, number],
): boolean {
  const corners = new Float32Array(9)
  for (let corner = 0; corner < 3; corner++) {
    const at = (indices[triangle * 3 + corner] ?? 0) * 3
    corners.set(positions.subarray(at, at + 3), corner * 3)
  }
  const other = getFace(corners, 0).normal
  const cosine = other[0] * normal[0] + other[1] * normal[1] + other[2] * normal[2]
  return cosine < wallCosineMax
}

function getNeighbourhood(
  middle: readonly number[],
  normal: readonly number[],
  sizeMetres: number,
): string {
  const cube = middle.map((value) => Math.floor(value / (sizeMetres * cubeRatio)))
  return [...cube, ...normal.map((value) => Math.round(value * 2))].join()
}
