/**
 * A symmetric system of equations on the nodes of a grid. For every inside node `c`: `diagonal[c] *
 * x[c] - Σ conductance(c, n) * x[n] = right[c]`. The outermost nodes must not be inside.
 */
export type GridSystem = {
  readonly width: number
  readonly inside: Uint8Array
  /** Conductance between a node and its right neighbour, 0 unless both nodes are inside. */
  readonly east: Float64Array
  /** Conductance between a node and the node below, 0 unless both nodes are inside. */
  readonly south: Float64Array
  readonly diagonal: Float64Array
  readonly right: Float64Array
}

/**
 * Solves by conjugate gradients with a modified incomplete Cholesky preconditioner, MIC(0) (R.
 * Bridson, Fluid Simulation for Computer Graphics, chapter 5).
 * @param tolerance largest remaining residual, as a fraction of the largest right-hand side.
 * @param start initial guess, which is overwritten; zeros by default.
 */
export function solveGrid(
  system: GridSystem,
  { tolerance, iterationsMax }: { tolerance: number; iterationsMax: number },
  start?: Float64Array,
): Float64Array {
  const packed = pack(system)
  const { count, nodes, east, south, diagonal, right, above, below } = packed
  const x = packedValues(packed, start)
  const residual = new Float64Array(count + 1)
  const product = new Float64Array(count + 2)
  const search = new Float64Array(count + 2)
  const half = new Float64Array(count + 1)
  const { scale, fromWest, fromNorth } = preconditioner(packed)

  const sweepBack = () => {
    for (let k = count; k > 0; k--) {
      const s = scale[k]
      const after = half[k] + s * (east[k] * product[k + 1] + south[k] * product[below[k]])
      product[k] = after * s
    }
  }

  let largest = 0
  for (let k = 1; k <= count; k++) {
    const value =
      diagonal[k] * x[k] -
      east[k] * x[k + 1] -
      east[k - 1] * x[k - 1] -
      south[k] * x[below[k]] -
      south[above[k]] * x[above[k]]
    residual[k] = right[k] - value
    largest = Math.max(largest, Math.abs(right[k]))
    half[k] = (residual[k] + fromWest[k] * half[k - 1] + fromNorth[k] * half[above[k]]) * scale[k]
  }
  const result = start ?? new Float64Array(system.inside.length)
  if (largest === 0) return result
  sweepBack()
  let energy = 0
  for (let k = 1; k <= count; k++) {
    search[k] = product[k]
    energy += product[k] * residual[k]
  }
  for (let iteration = 0; iteration < iterationsMax && energy > 0; iteration++) {
    let curvature = 0
    for (let k = 1; k <= count; k++) {
      const value =
        diagonal[k] * search[k] -
        east[k] * search[k + 1] -
        east[k - 1] * search[k - 1] -
        south[k] * search[below[k]] -
        south[above[k]] * search[above[k]]
      product[k] = value
      curvature += value * search[k]
    }
    const step = energy / curvature
    let worst = 0
    for (let k = 1; k <= count; k++) {
      x[k] += step * search[k]
      const left = residual[k] - step * product[k]
      residual[k] = left
      const error = Math.abs(left)
      if (error > worst) worst = error
      half[k] = (left + fromWest[k] * half[k - 1] + fromNorth[k] * half[above[k]]) * scale[k]
    }
    if (worst < tolerance * largest) break
    sweepBack()
    let next = 0
    for (let k = 1; k <= count; k++) next += product[k] * residual[k]
    const turn = next / energy
    energy = next
    for (let k = 1; k <= count; k++) search[k] = product[k] + turn * search[k]
  }
  for (let k = 1; k <= count; k++) result[nodes[k]] = x[k]
  return result
}

/**
 * The system of equations without outside nodes, to fit into the processor's cache. Nodes count
 * from 1 in reading order. Number 0 stands for all outside neighbours.
 */
type PackedSystem = {
  readonly count: number
  readonly nodes: Int32Array
  readonly above: Int32Array
  readonly below: Int32Array
  readonly east: Float64Array
  readonly south: Float64Array
  readonly diagonal: Float64Array
  readonly right: Float64Array
}

function pack({ width, inside, ...system }: GridSystem): PackedSystem {
  const numbers = new Int32Array(inside.length)
  let count = 0
  for (let i = 0; i < inside.length; i++) if (inside[i]) numbers[i] = ++count
  const packed = {
    count,
    nodes: new Int32Array(count + 1),
    above: new Int32Array(count + 1),
    below: new Int32Array(count + 1),
    east: new Float64Array(count + 1),
    south: new Float64Array(count + 1),
    diagonal: new Float64Array(count + 1),
    right: new Float64Array(count + 1),
  }
  for (let i = 0; i < inside.length; i++) {
    const k = numbers[i]
    if (k === 0) continue
    packed.nodes[k] = i
    packed.above[k] = numbers[i - width]
    packed.below[k] = numbers[i + width]
    packed.east[k] = system.east[i]
    packed.south[k] = system.south[i]
    packed.diagonal[k] = system.diagonal[i]
    packed.right[k] = system.right[i]
  }
  return packed
}

function packedValues({ count, nodes }: PackedSystem, from?: Float64Array): Float64Array {
  const values = new Float64Array(count + 2)
  if (from) for (let k = 1; k <= count; k++) values[k] = from[nodes[k]]
  return values
}

function preconditioner({ count, east, south, diagonal, above }: PackedSystem) {
  const tuning = 0.97
  const safety = 0.25
  const scale = new Float64Array(count + 1)
  const fromWest = new Float64Array(count + 1)
  const fromNorth = new Float64Array(count + 1)
  for (let k = 1; k <= count; k++) {
    const n = above[k]
    const west = east[k - 1] * scale[k - 1]
    const north = south[n] * scale[n]
    let pivot =
      diagonal[k] -
      west * west -
      north * north -
      tuning * (west * south[k - 1] * scale[k - 1] + north * east[n] * scale[n])
    if (pivot < safety * diagonal[k]) pivot = diagonal[k]
    scale[k] = 1 / Math.sqrt(pivot + 1e-30)
    fromWest[k] = west
    fromNorth[k] = north
  }
  return { scale, fromWest, fromNorth }
}
