import type { Mesh } from '../../mesh/mesh.ts'

/** A connected part of the surface that is projected to the texture along one axis. */
export type Chart = {
  readonly triangles: number[]
  /** Axis of the projection: 0 for x, 1 for y, 2 for z. */
  readonly axis: number
}

const rounds = 6
/** Smallest cosine of the angle between a triangle's normal and its chart's direction. */
const facingMin = 0.35

/**
 * Cuts a mesh into charts: connected triangles that face the same of six directions. Triangles
 * between two directions take the direction of their neighbours.
 */
export function cutCharts({ positions: p, indices }: Mesh): Chart[] {
  const count = indices.length / 3
  const facing = new Float32Array(count * 6)
  const sides = new Uint8Array(count)
  for (let t = 0; t < count; t++) {
    const [a, b, c] = [indices[t * 3] * 3, indices[t * 3 + 1] * 3, indices[t * 3 + 2] * 3]
    const u = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]]
    const v = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]]
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    const length = Math.hypot(...normal) || 1
    for (let side = 0; side < 6; side++) {
      facing[t * 6 + side] = ((side < 3 ? 1 : -1) * normal[side % 3]) / length
      if (facing[t * 6 + side] > facing[t * 6 + sides[t]]) sides[t] = side
    }
  }
  const neighbours = findNeighbours(indices)
  for (let round = 0; round < rounds; round++) {
    for (let t = 0; t < count; t++) {
      const votes = [0, 0, 0, 0, 0, 0]
      votes[sides[t]] += 0.5 + facing[t * 6 + sides[t]]
      for (let k = 0; k < 3; k++) {
        const other = neighbours[t * 3 + k]
        if (other < 0 || facing[t * 6 + sides[other]] < facingMin) continue
        votes[sides[other]] += 0.5 + facing[t * 6 + sides[other]]
      }
      sides[t] = votes.indexOf(Math.max(...votes))
    }
  }
  return collect(sides, neighbours)
}

function collect(sides: Uint8Array, neighbours: Int32Array): Chart[] {
  const isTaken = new Uint8Array(sides.length)
  const charts: Chart[] = []
  for (let start = 0; start < sides.length; start++) {
    if (isTaken[start]) continue
    const triangles = [start]
    isTaken[start] = 1
    for (let next = 0; next < triangles.length; next++) {
      for (let k = 0; k < 3; k++) {
        const other = neighbours[triangles[next] * 3 + k]
        if (other < 0 || isTaken[other] || sides[other] !== sides[start]) continue
        isTaken[other] = 1
        triangles.push(other)
      }
    }
    charts.push({ triangles, axis: sides[start] % 3 })
  }
  return charts
}

/** Returns the neighbour at each side of each triangle, -1 for sides without a neighbour. */
export function findNeighbours(indices: Uint32Array): Int32Array {
  const neighbours = new Int32Array(indices.length).fill(-1)
  const open = new Map<number, number>()
  const stride = 2 ** 26
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const from = indices[t + k]
      const to = indices[t + ((k + 1) % 3)]
      const other = open.get(to * stride + from)
      if (other === undefined) {
        open.set(from * stride + to, t + k)
        continue
      }
      open.delete(to * stride + from)
      neighbours[t + k] = Math.floor(other / 3)
      neighbours[other] = Math.floor((t + k) / 3)
    }
  }
  return neighbours
}
