export type Clustered = {
  indices: Uint32Array
  points: Uint32Array
}

const roundsMax = 12

/**
 * Simplifies a very large surface by merging all points in each cell of a grid, which needs little
 * memory (after Rossignac and Borrel, «Multi-resolution 3D approximations», 1993).
 * @param goal approximate number of remaining triangles.
 */
export function clusterPoints(
  positions: Float32Array,
  indices: ArrayLike<number>,
  goal: number,
): Clustered {
  const { low, size } = measure(positions)
  // A surface crosses about 3 n² cells of a grid with n³ cells, and each crossed cell keeps two
  // triangles.
  let cells = Math.max(4, Math.min(1600, Math.round(Math.sqrt(goal / 6))))
  let best: Uint32Array | undefined
  for (let round = 0; round < roundsMax; round++) {
    const firsts = firstPoints(positions, low, size / cells)
    const count = countLeft(indices, firsts)
    if (count <= goal * 1.15 || cells <= 4) {
      best = firsts
      if (count >= goal * 0.7 || cells >= 1600) break
    }
    const next = Math.round(
      cells * Math.min(2, Math.max(0.5, Math.sqrt(goal / Math.max(1, count)))),
    )
    if (next === cells) break
    cells = Math.max(4, Math.min(1600, next))
  }
  return collect(indices, best ?? firstPoints(positions, low, size / 4))
}

function measure(positions: Float32Array) {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < positions.length; at += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[at + axis] ?? 0
      if (value < (low[axis] ?? 0)) low[axis] = value
      if (value > (high[axis] ?? 0)) high[axis] = value
    }
  }
  const size = Math.max(...high.map((value, axis) => value - (low[axis] ?? 0)), 1e-12)
  return { low, size }
}

function firstPoints(positions: Float32Array, low: readonly number[], cell: number): Uint32Array {
  const count = positions.length / 3
  const firsts = new Uint32Array(count)
  const mask = 2 ** Math.ceil(Math.log2(Math.max(16, count * 1.3))) - 1
  const table = new Int32Array(mask + 1).fill(-1)
  const [lowX = 0, lowY = 0, lowZ = 0] = low
  const toCellX = (point: number) => Math.floor(((positions[point * 3] ?? 0) - lowX) / cell)
  const toCellY = (point: number) => Math.floor(((positions[point * 3 + 1] ?? 0) - lowY) / cell)
  const toCellZ = (point: number) => Math.floor(((positions[point * 3 + 2] ?? 0) - lowZ) / cell)
  for (let point = 0; point < count; point++) {
    const x = toCellX(point)
    const y = toCellY(point)
    const z = toCellZ(point)
    let slot =
      ((Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ Math.imul(z, 83_492_791)) >>> 0) &
      mask
    let first = table[slot] ?? -1
    while (first >= 0 && !(toCellX(first) === x && toCellY(first) === y && toCellZ(first) === z)) {
      slot = (slot + 1) & mask
      first = table[slot] ?? -1
    }
    if (first < 0) {
      first = point
      table[slot] = point
    }
    firsts[point] = first
  }
  return firsts
}

function countLeft(indices: ArrayLike<number>, firsts: Uint32Array): number {
  let count = 0
  for (let at = 0; at + 2 < indices.length; at += 3) {
    const a = firsts[indices[at] ?? 0]
    const b = firsts[indices[at + 1] ?? 0]
    const c = firsts[indices[at + 2] ?? 0]
    if (a !== b && b !== c && c !== a) count++
  }
  return count
}

function collect(indices: ArrayLike<number>, firsts: Uint32Array): Clustered {
  const left = new Uint32Array(countLeft(indices, firsts) * 3)
  const places = new Int32Array(firsts.length).fill(-1)
  const points = new Uint32Array(Math.min(firsts.length, left.length))
  let used = 0
  let end = 0
  const getPlace = (first: number) => {
    const known = places[first] ?? -1
    if (known >= 0) return known
    points[used] = first
    places[first] = used
    used++
    return used - 1
  }
  for (let at = 0; at + 2 < indices.length; at += 3) {
    const a = firsts[indices[at] ?? 0] ?? 0
    const b = firsts[indices[at + 1] ?? 0] ?? 0
    const c = firsts[indices[at + 2] ?? 0] ?? 0
    if (a === b || b === c || c === a) continue
    left[end] = getPlace(a)
    left[end + 1] = getPlace(b)
    left[end + 2] = getPlace(c)
    end += 3
  }
  return { indices: left, points: points.slice(0, used) }
}
