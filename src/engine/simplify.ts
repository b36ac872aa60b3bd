import { MeshoptSimplifier } from 'meshoptimizer'
import type { Mesh } from './mesh/mesh.ts'
import { dropFins, findBadVertices } from './mesh/topology.ts'

const attempts = 8
const normalWeight = 0.25

/**
 * Reduces the mesh to at most `faceLimit` triangles. Edge collapse can pinch a thin handle into an
 * edge with four triangles; the dense mesh around such places is then locked and the rest
 * simplified again.
 */
export async function simplifyMesh(mesh: Mesh, faceLimit: number): Promise<Mesh> {
  await MeshoptSimplifier.ready
  const target = Math.max(4, faceLimit) * 3
  let indices = mesh.indices
  let locks: Uint8Array | null = null
  for (let attempt = 0; attempt < attempts && mesh.indices.length > target; attempt++) {
    indices = dropFins(collapse(mesh, target, locks))
    const bad = findBadVertices(indices)
    if (bad.length === 0) break
    locks ??= new Uint8Array(mesh.positions.length / 3)
    lockAround(mesh, bad, meanEdge(mesh) * (3 + 2 * attempt), locks)
  }
  return compact(mesh, indices)
}

/** First by shape and normals with a rising error, then by shape alone, then by dropping small parts. */
function collapse({ positions, normals, indices }: Mesh, target: number, locks: Uint8Array | null) {
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
      locks,
      target,
      errorMax,
    )
  }
  for (let round = 0; round < 6 && left.length > target; round++) {
    step(normalWeight, error)
    error *= 4
  }
  if (left.length > target) step(0, 1e6)
  if (left.length > target) {
    ;[left] = MeshoptSimplifier.simplify(left, positions, 3, target, 1e6, ['Prune'])
  }
  return left
}

function meanEdge({ positions, indices }: Mesh): number {
  const sampled = Math.min(3000, indices.length)
  let sum = 0
  for (let t = 0; t < sampled; t += 3) {
    const a = indices[t] * 3
    const b = indices[t + 1] * 3
    sum += Math.hypot(
      positions[a] - positions[b],
      positions[a + 1] - positions[b + 1],
      positions[a + 2] - positions[b + 2],
    )
  }
  return sum / (sampled / 3)
}

function lockAround({ positions }: Mesh, centres: number[], radius: number, locks: Uint8Array) {
  for (const centre of centres) {
    const [x, y, z] = positions.subarray(centre * 3, centre * 3 + 3)
    for (let v = 0; v < locks.length; v++) {
      const dx = positions[v * 3] - x
      if (dx > radius || dx < -radius) continue
      const dy = positions[v * 3 + 1] - y
      const dz = positions[v * 3 + 2] - z
      if (dx * dx + dy * dy + dz * dz < radius * radius) locks[v] = 1
    }
  }
}

/** Keeps only the vertices in use, in the order of their first use. */
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
