/**
 * A symmetric system on the nodes of a grid: for every node `c` that is inside,
 * `diagonal[c] * x[c] - Σ conductance(c, n) * x[n] = right[c]`.
 * The outermost nodes must not be inside.
 */
export type GridSystem = {
  readonly width: number
  readonly inside: Uint8Array
  /** Conductance between a node and its right neighbour; 0 unless both are inside. */
  readonly east: Float64Array
  /** Conductance between a node and the one below; 0 unless both are inside. */
  readonly south: Float64Array
  readonly diagonal: Float64Array
  readonly right: Float64Array
}

/**
 * Conjugate gradients with a modified incomplete Cholesky preconditioner, MIC(0) (R. Bridson,
 * Fluid Simulation for Computer Graphics, chapter 5).
 *
 * @param tolerance largest residual that remains, relative to the largest right side.
 * @param start first guess, overwritten; zeros when missing.
 */
export function solveGrid(
  { width, inside, east, south, diagonal, right }: GridSystem,
  { tolerance, iterationsMax }: { tolerance: number; iterationsMax: number },
  start?: Float64Array,
): Float64Array {
  const size = inside.length
  let count = 0
  for (let i = 0; i < size; i++) count += inside[i]
  const nodes = new Int32Array(count)
  for (let i = 0, k = 0; i < size; i++) if (inside[i]) nodes[k++] = i

  const x = start ?? new Float64Array(size)
  const residual = new Float64Array(size)
  const product = new Float64Array(size)
  const search = new Float64Array(size)
  const half = new Float64Array(size)
  const scale = preconditioner(nodes, width, east, south, diagonal)

  const multiply = (from: Float64Array, to: Float64Array) => {
    for (let k = 0; k < count; k++) {
      const i = nodes[k]
      to[i] =
        diagonal[i] * from[i] -
        east[i] * from[i + 1] -
        east[i - 1] * from[i - 1] -
        south[i] * from[i + width] -
        south[i - width] * from[i - width]
    }
  }
  const precondition = () => {
    for (let k = 0; k < count; k++) {
      const i = nodes[k]
      const before =
        residual[i] +
        east[i - 1] * scale[i - 1] * half[i - 1] +
        south[i - width] * scale[i - width] * half[i - width]
      half[i] = before * scale[i]
    }
    for (let k = count - 1; k >= 0; k--) {
      const i = nodes[k]
      const after = half[i] + scale[i] * (east[i] * product[i + 1] + south[i] * product[i + width])
      product[i] = after * scale[i]
    }
  }

  multiply(x, residual)
  let largest = 0
  for (let k = 0; k < count; k++) {
    const i = nodes[k]
    residual[i] = right[i] - residual[i]
    largest = Math.max(largest, Math.abs(right[i]))
  }
  if (largest === 0) return x
  precondition()
  let energy = 0
  for (let k = 0; k < count; k++) {
    const i = nodes[k]
    search[i] = product[i]
    energy += product[i] * residual[i]
  }
  for (let iteration = 0; iteration < iterationsMax && energy > 0; iteration++) {
    multiply(search, product)
    let curvature = 0
    for (let k = 0; k < count; k++) curvature += product[nodes[k]] * search[nodes[k]]
    const step = energy / curvature
    let worst = 0
    for (let k = 0; k < count; k++) {
      const i = nodes[k]
      x[i] += step * search[i]
      residual[i] -= step * product[i]
      const error = Math.abs(residual[i])
      if (error > worst) worst = error
    }
    if (worst < tolerance * largest) break
    precondition()
    let next = 0
    for (let k = 0; k < count; k++) next += product[nodes[k]] * residual[nodes[k]]
    const turn = next / energy
    energy = next
    for (let k = 0; k < count; k++) {
      const i = nodes[k]
      search[i] = product[i] + turn * search[i]
    }
  }
  return x
}

function preconditioner(
  nodes: Int32Array,
  width: number,
  east: Float64Array,
  south: Float64Array,
  diagonal: Float64Array,
): Float64Array {
  const tuning = 0.97
  const safety = 0.25
  const scale = new Float64Array(diagonal.length)
  for (let k = 0; k < nodes.length; k++) {
    const i = nodes[k]
    const west = i - 1
    const north = i - width
    const fromWest = east[west] * scale[west]
    const fromNorth = south[north] * scale[north]
    let pivot =
      diagonal[i] -
      fromWest * fromWest -
      fromNorth * fromNorth -
      tuning * (fromWest * south[west] * scale[west] + fromNorth * east[north] * scale[north])
    if (pivot < safety * diagonal[i]) pivot = diagonal[i]
    scale[i] = 1 / Math.sqrt(pivot + 1e-30)
  }
  return scale
}
