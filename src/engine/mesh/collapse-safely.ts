import { trianglesCross } from './crossing.ts'
import { FaceGrid } from './face-grid.ts'
import type { Mesh } from './mesh.ts'

/**
 * Limits for a single edge collapse, from strict to lenient: `turn` is the cosine of the largest
 * rotation of a triangle, and `mayCross` allows triangles to intersect.
 */
const allowances = [
  { turn: 0.5, mayCross: false },
  { turn: 0.2, mayCross: false },
  { turn: -0.2, mayCross: false },
  { turn: -0.2, mayCross: true },
  { turn: -0.99, mayCross: true },
] as const
type Allowance = (typeof allowances)[number]
const passesMax = 200

/**
 * Reduces a closed mesh to at most `faceLimit` triangles by edge collapses. Costs are quadric
 * errors (M. Garland and P. Heckbert, 1997). Slow: only for a few thousand triangles.
 * @returns triangles over the same vertices; more than requested if no edge can be collapsed.
 */
export function collapseSafely({ positions, indices }: Mesh, faceLimit: number): Uint32Array {
  const surface = new Surface(positions, indices)
  for (const allowance of allowances) {
    for (let pass = 0; pass < passesMax && surface.faceCount > faceLimit; pass++) {
      if (!surface.collapseCheapest(faceLimit, allowance)) break
    }
  }
  return surface.indices()
}

type Collapse = { gone: number; kept: number; cost: number }

class Surface {
  readonly #positions: Float32Array
  readonly #faces: number[][] = []
  readonly #around = new Map<number, Set<number>>()
  readonly #quadrics = new Map<number, Float64Array>()
  readonly #grid: FaceGrid
  faceCount = 0

  constructor(positions: Float32Array, indices: Uint32Array) {
    this.#positions = positions
    this.#grid = new FaceGrid(positions, 2 * meanEdge(positions, indices))
    for (let t = 0; t < indices.length; t += 3) {
      const face = [indices[t], indices[t + 1], indices[t + 2]]
      const quadric = planeQuadric(positions, face)
      for (const v of face) {
        if (!this.#around.has(v)) {
          this.#around.set(v, new Set())
          this.#quadrics.set(v, new Float64Array(10))
        }
        this.#around.get(v)!.add(this.faceCount)
        const sum = this.#quadrics.get(v)!
        for (let k = 0; k < 10; k++) sum[k] += quadric[k]
      }
      this.#grid.add(this.faceCount, face)
      this.#faces.push(face)
      this.faceCount++
    }
  }

  collapseCheapest(faceLimit: number, allowance: Allowance): boolean {
    const candidates = this.#candidates()
    const touched = new Set<number>()
    // Stop after the cheapest candidates, because each collapse changes the costs nearby.
    const enough = Math.max(20, candidates.length / 4)
    let done = 0
    for (const { gone, kept } of candidates) {
      if (this.faceCount <= faceLimit || done > enough) break
      if (touched.has(gone) || touched.has(kept)) continue
      const neighbours = this.#neighbours(gone)
      if (!this.#isSafe(gone, kept, neighbours, allowance)) continue
      this.#collapse(gone, kept)
      for (const v of neighbours) touched.add(v)
      done++
    }
    return done > 0
  }

  indices(): Uint32Array {
    return Uint32Array.from(this.#faces.flat())
  }

  #candidates(): Collapse[] {
    const candidates: Collapse[] = []
    for (const v of this.#around.keys()) {
      for (const n of this.#neighbours(v)) {
        candidates.push({ gone: v, kept: n, cost: this.#cost(v, n) })
      }
    }
    return candidates.toSorted((a, b) => a.cost - b.cost || a.gone - b.gone || a.kept - b.kept)
  }

  #neighbours(v: number): Set<number> {
    const neighbours = new Set<number>()
    for (const face of this.#around.get(v)!) {
      const corners = this.#faces[face]
      for (let k = 0; k < 3; k++) if (corners[k] !== v) neighbours.add(corners[k])
    }
    return neighbours
  }

  #cost(gone: number, kept: number): number {
    const p = this.#positions
    const [k, g] = [kept * 3, gone * 3]
    const [x, y, z] = [p[k], p[k + 1], p[k + 2]]
    const length = Math.hypot(x - p[g], y - p[g + 1], z - p[g + 2])
    const error =
      quadricError(this.#quadrics.get(gone)!, x, y, z) +
      quadricError(this.#quadrics.get(kept)!, x, y, z)
    return error + 1e-9 * length
  }

  // oxlint-disable-next-line max-params -- for each edge, again and again
  #isSafe(
    gone: number,
    kept: number,
    neighbours: Set<number>,
    { turn: turnLimit, mayCross }: Allowance,
  ): boolean {
    let common = 0
    for (const v of this.#neighbours(kept)) if (neighbours.has(v)) common++
    if (common !== 2 || neighbours.size < 3 || this.#around.get(kept)!.size <= 3) return false
    for (const face of this.#around.get(gone)!) {
      const corners = this.#faces[face]
      if (corners.includes(kept)) continue
      const moved = corners.map((v) => (v === gone ? kept : v))
      if (turn(this.#positions, corners, moved) < turnLimit) return false
    }
    return mayCross || !this.#wouldCross(gone, kept)
  }

  #wouldCross(gone: number, kept: number): boolean {
    const around = this.#around.get(gone)!
    for (const face of around) {
      const corners = this.#faces[face]
      if (corners.includes(kept)) continue
      const moved = corners.map((v) => (v === gone ? kept : v))
      const crosses = this.#grid.some(
        moved,
        (other) => !around.has(other) && trianglesCross(this.#positions, moved, this.#faces[other]),
      )
      if (crosses) return true
    }
    return false
  }

  #collapse(gone: number, kept: number): void {
    const keptFaces = this.#around.get(kept)!
    for (const face of this.#around.get(gone)!) {
      const corners = this.#faces[face]
      this.#grid.remove(face, corners)
      if (corners.includes(kept)) {
        for (const v of corners) if (v !== gone) this.#around.get(v)!.delete(face)
        this.#faces[face] = []
        this.faceCount--
      } else {
        corners[corners.indexOf(gone)] = kept
        this.#grid.add(face, corners)
        keptFaces.add(face)
      }
    }
    const sum = this.#quadrics.get(kept)!
    const more = this.#quadrics.get(gone)!
    for (let k = 0; k < 10; k++) sum[k] += more[k]
    this.#around.delete(gone)
    this.#quadrics.delete(gone)
  }
}

function meanEdge(p: Float32Array, indices: Uint32Array): number {
  let sum = 0
  for (let k = 0; k < indices.length; k++) {
    const [a, b] = [indices[k] * 3, indices[k % 3 === 2 ? k - 2 : k + 1] * 3]
    sum += Math.hypot(p[a] - p[b], p[a + 1] - p[b + 1], p[a + 2] - p[b + 2])
  }
  return sum / Math.max(1, indices.length) || 1
}

/** Returns the normal of a triangle with twice the triangle's area as its length. */
function areaVector(p: Float32Array, [a, b, c]: number[]): [number, number, number] {
  const [ux, uy, uz] = [
    p[b * 3] - p[a * 3],
    p[b * 3 + 1] - p[a * 3 + 1],
    p[b * 3 + 2] - p[a * 3 + 2],
  ]
  const [vx, vy, vz] = [
    p[c * 3] - p[a * 3],
    p[c * 3 + 1] - p[a * 3 + 1],
    p[c * 3 + 2] - p[a * 3 + 2],
  ]
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}

function turn(positions: Float32Array, before: number[], after: number[]): number {
  const [ax, ay, az] = areaVector(positions, before)
  const [bx, by, bz] = areaVector(positions, after)
  const lengths = Math.hypot(ax, ay, az) * Math.hypot(bx, by, bz)
  return lengths > 1e-18 ? (ax * bx + ay * by + az * bz) / lengths : -1
}

function planeQuadric(positions: Float32Array, face: number[]): Float64Array {
  const [x, y, z] = areaVector(positions, face)
  const length = Math.hypot(x, y, z) || 1
  const [a, b, c] = [x / length, y / length, z / length]
  const at = face[0] * 3
  const d = -(a * positions[at] + b * positions[at + 1] + c * positions[at + 2])
  const products = [a * a, a * b, a * c, a * d, b * b, b * c, b * d, c * c, c * d, d * d]
  return Float64Array.from(products, (value) => value * length)
}

// oxlint-disable-next-line max-params -- for each edge, again and again
function quadricError(q: Float64Array, x: number, y: number, z: number): number {
  return (
    q[0] * x * x +
    2 * q[1] * x * y +
    2 * q[2] * x * z +
    2 * q[3] * x +
    q[4] * y * y +
    2 * q[5] * y * z +
    2 * q[6] * y +
    q[7] * z * z +
    2 * q[8] * z +
    q[9]
  )
}
