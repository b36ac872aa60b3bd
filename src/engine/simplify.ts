import { MeshoptSimplifier } from 'meshoptimizer'
import { collapseSafely } from './mesh/collapse-safely.ts'
import { flipFlatFaces } from './mesh/flip-flat-faces.ts'
import type { Mesh } from './mesh/mesh.ts'
import { dropFins, findBadVertices, keepLargestParts } from './mesh/topology.ts'

const normalWeight = 0.25
/**
 * Number of rings of vertices around a damaged edge that stay unchanged in each retry of the fast
 * simplifier.
 */
const keptRings = [4, 8, 16]
/**
 * Multiples of `faceLimit` at which the fast simplifier stops and the slower, safe simplifier
 * continues, tried in order after all retries failed.
 */
const saferSteps = [1.5, 3, 8, 20, 60]

/**
 * Reduces the mesh to at most `faceLimit` triangles and keeps the mesh closed. Retries where the
 * fast simplifier collapsed a thin handle into an edge with four triangles, and finally uses the
 * slower `collapseSafely`.
 */
export async function simplifyMesh(mesh: Mesh, faceLimit: number): Promise<Mesh> {
  if (mesh.indices.length <= faceLimit * 3) return mesh
  await MeshoptSimplifier.ready
  return flipFlatFaces(reduce(mesh, faceLimit))
}

function reduce(mesh: Mesh, faceLimit: number): Mesh {
  const fast = collapseFast(mesh, faceLimit)
  if (isSound(fast, faceLimit)) return compact(mesh, fast)
  const kept = new Uint8Array(mesh.positions.length / 3)
  let pinched = fast
  for (const rings of keptRings) {
    keepAround(mesh, { vertices: findBadVertices(pinched), rings, kept })
    pinched = collapseFast(mesh, faceLimit, kept)
    if (isSound(pinched, faceLimit)) return compact(mesh, pinched)
    if (pinched.length > faceLimit * 3) break
  }
  for (const step of saferSteps) {
    const halfway = collapseFast(mesh, Math.ceil(faceLimit * step))
    if (findBadVertices(halfway).length > 0) continue
    const safe = collapseSafely({ ...mesh, indices: halfway }, faceLimit)
    const fitting = safe.length > faceLimit * 3 ? keepLargestParts(safe, faceLimit) : safe
    if (isSound(fitting, faceLimit)) return compact(mesh, fitting)
  }
  return compact(mesh, dropFins(prune(mesh, fast, faceLimit)))
}

const isSound = (indices: Uint32Array, faceLimit: number) =>
  indices.length > 0 && indices.length <= faceLimit * 3 && findBadVertices(indices).length === 0

function collapseFast(
  { positions, normals, indices }: Mesh,
  faceLimit: number,
  kept: Uint8Array | null = null,
): Uint32Array {
  const target = faceLimit * 3
  let left = indices
  let error = 0.02
  const step = (weight: number, errorMax: number) => {
    const weights = [weight, weight, weight]
    ;[left] = MeshoptSimplifier.simplifyWithAttributes(
      left,
      positions,
      3,
      normals,
      3,
      weights,
      kept,
      target,
      errorMax,
    )
  }
  for (let round = 0; round < 6 && left.length > target; round++) {
    step(normalWeight, error)
    error *= 4
  }
  if (left.length > target) step(0, 1e6)
  return dropFins(left)
}

type Surrounded = {
  readonly vertices: readonly number[]
  readonly rings: number
  readonly kept: Uint8Array
}

function keepAround({ indices }: Mesh, { vertices, rings, kept }: Surrounded): void {
  const distance = new Uint8Array(kept.length).fill(255)
  for (const v of vertices) distance[v] = 0
  for (let ring = 1; ring <= rings; ring++) {
    for (let t = 0; t < indices.length; t += 3) {
      const corners = [indices[t], indices[t + 1], indices[t + 2]]
      if (!corners.some((v) => distance[v] === ring - 1)) continue
      for (const v of corners) distance[v] = Math.min(distance[v], ring)
    }
  }
  for (let v = 0; v < kept.length; v++) if (distance[v] < 255) kept[v] = 1
}

function prune({ positions }: Mesh, indices: Uint32Array, faceLimit: number): Uint32Array {
  if (indices.length <= faceLimit * 3) return indices
  return MeshoptSimplifier.simplify(indices, positions, 3, faceLimit * 3, 1e6, ['Prune'])[0]
}

function compact(mesh: Mesh, used: Uint32Array): Mesh {
  const renamed = new Int32Array(mesh.positions.length / 3).fill(-1)
  const indices = new Uint32Array(used.length)
  let count = 0
  for (let k = 0; k < used.length; k++) {
    if (renamed[used[k]] < 0) renamed[used[k]] = count++
    indices[k] = renamed[used[k]]
  }
  const positions = new Float32Array(count * 3)
  const normals = new Float32Array(count * 3)
  for (let v = 0; v < renamed.length; v++) {
    const to = renamed[v] * 3
    if (to < 0) continue
    for (let c = 0; c < 3; c++) {
      positions[to + c] = mesh.positions[v * 3 + c]
      normals[to + c] = mesh.normals[v * 3 + c]
    }
  }
  return { positions, normals, indices }
}
