import { getLength } from '../raster/length.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import type { Mesh } from './mesh.ts'

/**
 * Number of smoothing rounds: `rim` for meshes of height maps, `solid` for meshes of solids from
 * side views, whose surface looks like stairs.
 */
const rounds = { rim: 6, solid: 20 } as const

/**
 * Smooths the mesh in place where the mesh turns away from the viewer and the grid is most visible.
 * Positions are smoothed without shrinking (G. Taubin, A Signal Processing Approach to Fair Surface
 * Design, 1995).
 */
export function smoothRim({ positions, normals, indices }: Mesh): void {
  const vertexCount = positions.length / 3
  const fractions = new Float32Array(vertexCount)
  const rim = new Int32Array(vertexCount)
  let count = 0
  for (let v = 0; v < vertexCount; v++) {
    const fraction = smoothstep(0.62, 0.3, Math.abs(normals[v * 3 + 2]))
    if (fraction <= 0.01) continue
    fractions[count] = fraction
    rim[count++] = v
  }
  const neighbours = findNeighbours(rim.subarray(0, count), vertexCount, indices)
  const moved = new Float32Array(count * 3)
  const relaxation = { neighbours, fractions, moved }
  relaxWithoutShrinking(positions, { ...relaxation, rounds: rounds.rim })
  for (let round = 0; round < 5; round++) relax(normals, { ...relaxation, amount: 0.6 })
  for (const v of neighbours.vertices) {
    const k = v * 3
    const length = getLength(normals[k], normals[k + 1], normals[k + 2]) || 1
    normals[k] /= length
    normals[k + 1] /= length
    normals[k + 2] /= length
  }
}

/** Smooths all positions of a mesh in place, without shrinking the mesh. */
export function smoothMesh({ positions, indices }: Mesh): void {
  const isUsed = new Uint8Array(positions.length / 3)
  for (const v of indices) isUsed[v] = 1
  const used = Int32Array.from([...isUsed.keys()].filter((v) => isUsed[v]))
  relaxWithoutShrinking(positions, {
    neighbours: findNeighbours(used, isUsed.length, indices),
    fractions: new Float32Array(used.length).fill(1),
    moved: new Float32Array(used.length * 3),
    rounds: rounds.solid,
  })
}

function relaxWithoutShrinking(
  positions: Float32Array,
  { rounds: count, ...relaxation }: Omit<Relaxation, 'amount'> & { rounds: number },
): void {
  for (let round = 0; round < count; round++) {
    relax(positions, { ...relaxation, amount: 0.55 })
    relax(positions, { ...relaxation, amount: -0.57 })
  }
}

type Neighbours = {
  readonly vertices: Int32Array
  readonly first: Uint32Array
  readonly ring: Uint32Array
}

function findNeighbours(
  vertices: Int32Array,
  vertexCount: number,
  indices: Uint32Array,
): Neighbours {
  const slot = new Int32Array(vertexCount).fill(-1)
  for (let n = 0; n < vertices.length; n++) slot[vertices[n]] = n
  const first = new Uint32Array(vertices.length + 1)
  for (let k = 0; k < indices.length; k++) {
    const n = slot[indices[k]]
    if (n >= 0) first[n + 1]++
  }
  for (let n = 0; n < vertices.length; n++) first[n + 1] += first[n]
  const fill = first.slice()
  const ring = new Uint32Array(first[vertices.length])
  for (let t = 0; t < indices.length; t += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const n = slot[indices[t + corner]]
      if (n >= 0) ring[fill[n]++] = indices[t + ((corner + 1) % 3)]
    }
  }
  return { vertices, first, ring }
}

type Relaxation = {
  readonly neighbours: Neighbours
  readonly fractions: Float32Array
  /**
   * Fraction of the way to the mean of the neighbours. Negative to move vertices away from the
   * mean.
   */
  readonly amount: number
  readonly moved: Float32Array
}

/**
 * Moves all vertices at the same time towards the mean of their neighbours. A vertex moves by
 * `amount` times its fraction (0 to 1).
 */
function relax(
  values: Float32Array,
  { neighbours: { vertices, first, ring }, fractions, amount, moved }: Relaxation,
): void {
  for (let n = 0; n < vertices.length; n++) {
    let x = 0
    let y = 0
    let z = 0
    for (let r = first[n]; r < first[n + 1]; r++) {
      const u = ring[r] * 3
      x += values[u]
      y += values[u + 1]
      z += values[u + 2]
    }
    const count = first[n + 1] - first[n]
    const weight = amount * fractions[n]
    const k = vertices[n] * 3
    moved[n * 3] = values[k] + weight * (x / count - values[k])
    moved[n * 3 + 1] = values[k + 1] + weight * (y / count - values[k + 1])
    moved[n * 3 + 2] = values[k + 2] + weight * (z / count - values[k + 2])
  }
  for (let n = 0; n < vertices.length; n++) {
    const k = vertices[n] * 3
    values[k] = moved[n * 3]
    values[k + 1] = moved[n * 3 + 1]
    values[k + 2] = moved[n * 3 + 2]
  }
}
