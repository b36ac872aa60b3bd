import type { Mesh } from '../mesh/mesh.ts'
import { dropSmallParts } from '../mesh/topology.ts'
import { vertexNormals } from '../mesh/vertex-normals.ts'
import { marchTetrahedra, type Samples } from './march-tetrahedra.ts'

const coarse = 64
const fine = 2 * coarse - 1
/** Parts of the mesh with fewer triangles than this fraction of the largest part are removed. */
const crumbs = 0.02

type Insideness = (points: Float32Array) => Promise<Float32Array>

/**
 * Makes a mesh of a field in its box from -1 to 1.
 * @param insideness above 0 inside.
 * @returns a closed mesh, or `undefined` if nothing is inside.
 */
export async function meshField(
  insideness: Insideness,
  onProgress: (done: number) => void = () => {},
): Promise<Mesh | undefined> {
  const rough = await insideness(gridPoints(coarse, [...Array(coarse ** 3).keys()]))
  onProgress(0.5)
  const samples = refine(rough)
  const near = nearSurface(rough)
  const answers = await insideness(gridPoints(fine, near))
  near.forEach((i, k) => (samples.data[i] = answers[k]))
  onProgress(0.9)
  closeBox(samples)
  const { points, indices } = marchTetrahedra(samples)
  if (indices.length === 0) return undefined
  const positions = points.map((value) => (value / (fine - 1)) * 2 - 1)
  const kept = dropSmallParts(indices, crumbs)
  return { positions, normals: vertexNormals(positions, kept), indices: kept }
}

function gridPoints(side: number, indices: readonly number[]): Float32Array {
  const points = new Float32Array(indices.length * 3)
  indices.forEach((i, k) => {
    const at = [i % side, Math.floor(i / side) % side, Math.floor(i / (side * side))]
    for (let c = 0; c < 3; c++) points[k * 3 + c] = (at[c] / (side - 1)) * 2 - 1
  })
  return points
}

function refine(rough: Float32Array): Samples & { data: Float32Array } {
  const data = new Float32Array(fine ** 3)
  for (let i = 0; i < data.length; i++) {
    const [x, y, z] = [i % fine, Math.floor(i / fine) % fine, Math.floor(i / (fine * fine))]
    let sum = 0
    for (let corner = 0; corner < 8; corner++) {
      const cx = (x + (corner & 1)) >> 1
      const cy = (y + ((corner >> 1) & 1)) >> 1
      const cz = (z + (corner >> 2)) >> 1
      sum += rough[(cz * coarse + cy) * coarse + cx]
    }
    data[i] = sum / 8
  }
  return { side: fine, data }
}

function nearSurface(rough: Float32Array): number[] {
  const isNear = new Uint8Array(fine ** 3)
  for (let z = 0; z < coarse - 1; z++) {
    for (let y = 0; y < coarse - 1; y++) {
      for (let x = 0; x < coarse - 1; x++) {
        let inside = 0
        for (let corner = 0; corner < 8; corner++) {
          const i =
            ((z + (corner >> 2)) * coarse + y + ((corner >> 1) & 1)) * coarse + x + (corner & 1)
          if (rough[i] > 0) inside++
        }
        if (inside === 0 || inside === 8) continue
        for (let dz = -1; dz <= 3; dz++) {
          for (let dy = -1; dy <= 3; dy++) {
            for (let dx = -1; dx <= 3; dx++) {
              const [fx, fy, fz] = [2 * x + dx, 2 * y + dy, 2 * z + dz]
              if (Math.min(fx, fy, fz) < 0 || Math.max(fx, fy, fz) >= fine) continue
              isNear[(fz * fine + fy) * fine + fx] = 1
            }
          }
        }
      }
    }
  }
  const near: number[] = []
  for (let i = 0; i < isNear.length; i++) if (isNear[i]) near.push(i)
  return near
}

function closeBox({ data }: { data: Float32Array }): void {
  for (let i = 0; i < data.length; i++) {
    const [x, y, z] = [i % fine, Math.floor(i / fine) % fine, Math.floor(i / (fine * fine))]
    const isWall = Math.min(x, y, z) === 0 || Math.max(x, y, z) === fine - 1
    if (isWall) data[i] = Math.min(data[i], -0.1)
  }
}
