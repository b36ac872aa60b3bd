/**
 * A bounding volume hierarchy (a tree of bounding boxes) in depth-first order: a left child follows
 * its parent.
 */
export type Bvh = {
  /** Six numbers per node: minimum x, y, z, then maximum x, y, z. */
  boxes: Float32Array<ArrayBuffer>
  /**
   * For an inner node the index of its right child, for a leaf the start of its triangles in
   * `order`.
   */
  next: Uint32Array<ArrayBuffer>
  counts: Uint32Array<ArrayBuffer>
  order: Uint32Array<ArrayBuffer>
}

export type TriangleSurface = {
  positions: ArrayLike<number>
  /**
   * Three point indices per triangle. Without indices, three consecutive points form a triangle.
   */
  indices?: ArrayLike<number> | undefined
}

type Point = readonly [x: number, y: number, z: number]

const leafMax = 8
const depthMax = 64

export const trianglesIn = ({ positions, indices }: TriangleSurface): number =>
  Math.floor((indices?.length ?? positions.length / 3) / 3)

/**
 * Builds a bounding volume hierarchy. Splits each node at its middle, or at the median triangle if
 * all triangles are on one side.
 */
export function buildBvh(surface: TriangleSurface): Bvh {
  const count = trianglesIn(surface)
  const { middles, extents } = measure(surface, count)
  const order = Uint32Array.from({ length: count }, (_, triangle) => triangle)
  const nodesMax = Math.max(1, 2 * count)
  const boxes = new Float32Array(nodesMax * 6)
  const next = new Uint32Array(nodesMax)
  const counts = new Uint32Array(nodesMax)
  let nodes = 0
  const waiting = [{ start: 0, end: count, parent: -1, depth: 0 }]
  for (let range = waiting.pop(); range; range = waiting.pop()) {
    const { start, end, parent, depth } = range
    const node = nodes
    nodes++
    if (parent >= 0) next[parent] = node
    const taken = { order, start, end, middles, extents }
    const axis = surround(boxes, node * 6, taken)
    if (end - start <= leafMax || depth >= depthMax) {
      next[node] = start
      counts[node] = end - start
      continue
    }
    const middle = part(taken, axis)
    // The left child follows its parent, so the left child is pushed last and processed next.
    waiting.push({ start: middle, end, parent: node, depth: depth + 1 })
    waiting.push({ start, end: middle, parent: -1, depth: depth + 1 })
  }
  return {
    boxes: boxes.slice(0, nodes * 6),
    next: next.slice(0, nodes),
    counts: counts.slice(0, nodes),
    order,
  }
}

function measure({ positions, indices }: TriangleSurface, count: number) {
  const middles = new Float32Array(count * 3)
  const extents = new Float32Array(count * 3)
  for (let triangle = 0; triangle < count; triangle++) {
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity
      let high = -Infinity
      for (let corner = triangle * 3; corner < triangle * 3 + 3; corner++) {
        const value = positions[(indices ? (indices[corner] ?? 0) : corner) * 3 + axis] ?? 0
        if (value < low) low = value
        if (value > high) high = value
      }
      middles[triangle * 3 + axis] = (low + high) / 2
      extents[triangle * 3 + axis] = (high - low) / 2
    }
  }
  return { middles, extents }
}

type Range = {
  order: Uint32Array
  start: number
  end: number
  middles: Float32Array
  extents: Float32Array
}

/**
 * Stores the bounding box of a range of triangles.
 * @returns the axis along which the triangles' centres extend most.
 */
function surround(boxes: Float32Array, at: number, range: Range): number {
  const { order, start, end, middles, extents } = range
  let widest = 0
  let widestSize = -1
  for (let axis = 0; axis < 3; axis++) {
    let [low, high, nearest, farthest] = [Infinity, -Infinity, Infinity, -Infinity]
    for (let place = start; place < end; place++) {
      const triangle = (order[place] ?? 0) * 3 + axis
      const middle = middles[triangle] ?? 0
      const extent = extents[triangle] ?? 0
      if (middle - extent < low) low = middle - extent
      if (middle + extent > high) high = middle + extent
      if (middle < nearest) nearest = middle
      if (middle > farthest) farthest = middle
    }
    // Enlarges the box slightly, because rounding to 32 bits could exclude points on the boundary.
    const spare = Math.max(Math.abs(low), Math.abs(high)) * 1e-6
    boxes[at + axis] = low - spare
    boxes[at + 3 + axis] = high + spare
    if (farthest - nearest > widestSize) {
      widest = axis
      widestSize = farthest - nearest
    }
  }
  return widest
}

function part({ order, start, end, middles }: Range, axis: number): number {
  let low = Infinity
  let high = -Infinity
  for (let place = start; place < end; place++) {
    const middle = middles[(order[place] ?? 0) * 3 + axis] ?? 0
    if (middle < low) low = middle
    if (middle > high) high = middle
  }
  const pivot = (low + high) / 2
  let left = start
  let right = end - 1
  while (left <= right) {
    const triangle = order[left] ?? 0
    if ((middles[triangle * 3 + axis] ?? 0) < pivot) {
      left++
    } else {
      order[left] = order[right] ?? 0
      order[right] = triangle
      right--
    }
  }
  return left === start || left === end ? (start + end) >> 1 : left
}

export type BvhRay = {
  origin: Point
  /** Direction of any length, which is the unit of the distances of hits. */
  direction: Point
  isOneSided: boolean
}

export type BvhHit = { distance: number; triangle: number }

/** Finds the nearest triangle on a ray. */
export function hitBvh(bvh: Bvh, surface: TriangleSurface, ray: BvhRay): BvhHit | undefined {
  const { boxes, next, counts, order } = bvh
  let nearest: BvhHit | undefined
  const waiting = [0]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const limit = nearest?.distance ?? Infinity
    if (entry(boxes, node * 6, ray) >= limit) continue
    const count = counts[node] ?? 0
    if (count === 0) {
      const [left, right] = [node + 1, next[node] ?? 0]
      const toLeft = entry(boxes, left * 6, ray)
      const toRight = entry(boxes, right * 6, ray)
      // Visits the nearer child first, because a hit there usually excludes the other child.
      const [near, far] = toLeft <= toRight ? [left, right] : [right, left]
      if (Math.max(toLeft, toRight) < limit) waiting.push(far)
      if (Math.min(toLeft, toRight) < limit) waiting.push(near)
      continue
    }
    const first = next[node] ?? 0
    for (let place = first; place < first + count; place++) {
      const triangle = order[place] ?? 0
      const distance = crossing(surface, triangle, ray)
      if (distance !== undefined && distance < (nearest?.distance ?? Infinity)) {
        nearest = { distance, triangle }
      }
    }
  }
  return nearest
}

function entry(boxes: Float32Array, at: number, { origin, direction }: BvhRay): number {
  let near = 0
  let far = Infinity
  for (let axis = 0; axis < 3; axis++) {
    const start = origin[axis] ?? 0
    const along = direction[axis] ?? 0
    const low = boxes[at + axis] ?? 0
    const high = boxes[at + 3 + axis] ?? 0
    if (along === 0) {
      if (start < low || start > high) return Infinity
      continue
    }
    const one = (low - start) / along
    const other = (high - start) / along
    near = Math.max(near, Math.min(one, other))
    far = Math.min(far, Math.max(one, other))
  }
  return near <= far ? near : Infinity
}

/** Intersects a ray with a triangle (Möller and Trumbore, 1997). */
function crossing(
  { positions, indices }: TriangleSurface,
  triangle: number,
  { origin, direction, isOneSided }: BvhRay,
): number | undefined {
  const corner = (which: number, axis: number) => {
    const place = triangle * 3 + which
    return positions[(indices ? (indices[place] ?? 0) : place) * 3 + axis] ?? 0
  }
  const [ax, ay, az] = [corner(0, 0), corner(0, 1), corner(0, 2)]
  const [bx, by, bz] = [corner(1, 0) - ax, corner(1, 1) - ay, corner(1, 2) - az]
  const [cx, cy, cz] = [corner(2, 0) - ax, corner(2, 1) - ay, corner(2, 2) - az]
  const [dx, dy, dz] = direction
  const [px, py, pz] = [dy * cz - dz * cy, dz * cx - dx * cz, dx * cy - dy * cx]
  const side = bx * px + by * py + bz * pz
  if (side === 0 || (isOneSided && side < 0)) return
  const [tx, ty, tz] = [origin[0] - ax, origin[1] - ay, origin[2] - az]
  const u = (tx * px + ty * py + tz * pz) / side
  if (u < 0 || u > 1) return
  const [qx, qy, qz] = [ty * bz - tz * by, tz * bx - tx * bz, tx * by - ty * bx]
  const v = (dx * qx + dy * qy + dz * qz) / side
  if (v < 0 || u + v > 1) return
  const distance = (cx * qx + cy * qy + cz * qz) / side
  return distance >= 0 ? distance : undefined
}
