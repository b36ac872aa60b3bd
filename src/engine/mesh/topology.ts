/**
 * Vertices on edges that are not shared by exactly two triangles of opposite direction; none for a
 * closed, oriented mesh.
 */
export function findBadVertices(indices: Uint32Array): number[] {
  const edges = new EdgeCounts(indices.length)
  for (let t = 0; t < indices.length; t += 3) {
    edges.add(indices[t], indices[t + 1])
    edges.add(indices[t + 1], indices[t + 2])
    edges.add(indices[t + 2], indices[t])
  }
  return edges.unpaired()
}

/** Counts how often each edge is used in each direction, in an open-addressing hash table. */
class EdgeCounts {
  readonly #low: Int32Array
  readonly #high: Int32Array
  readonly #forward: Uint16Array
  readonly #backward: Uint16Array
  readonly #mask: number

  constructor(edgeUsesMax: number) {
    let size = 16
    while (size < edgeUsesMax * 2) size *= 2
    this.#mask = size - 1
    this.#low = new Int32Array(size).fill(-1)
    this.#high = new Int32Array(size)
    this.#forward = new Uint16Array(size)
    this.#backward = new Uint16Array(size)
  }

  add(from: number, to: number): void {
    const low = Math.min(from, to)
    const high = Math.max(from, to)
    let slot = ((Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> 7) & this.#mask
    while (this.#low[slot] >= 0 && (this.#low[slot] !== low || this.#high[slot] !== high)) {
      slot = (slot + 1) & this.#mask
    }
    this.#low[slot] = low
    this.#high[slot] = high
    if (from < to) this.#forward[slot]++
    else this.#backward[slot]++
  }

  unpaired(): number[] {
    const vertices = new Set<number>()
    for (let slot = 0; slot < this.#low.length; slot++) {
      if (this.#low[slot] < 0) continue
      if (this.#forward[slot] === 1 && this.#backward[slot] === 1) continue
      vertices.add(this.#low[slot])
      vertices.add(this.#high[slot])
    }
    return [...vertices]
  }
}

/** The triangles without those that have no area and without pairs that lie on each other. */
export function dropFins(indices: Uint32Array): Uint32Array {
  const count = indices.length / 3
  let size = 16
  while (size < count * 2) size *= 2
  const slots = new Int32Array(size).fill(-1)
  const isDropped = new Uint8Array(count)
  let dropped = 0
  const isSame = (t: number, other: number) => {
    const a = indices[other * 3]
    const b = indices[other * 3 + 1]
    const c = indices[other * 3 + 2]
    for (let k = t * 3; k < t * 3 + 3; k++) {
      if (indices[k] !== a && indices[k] !== b && indices[k] !== c) return false
    }
    return true
  }
  for (let t = 0; t < count; t++) {
    const a = indices[t * 3]
    const b = indices[t * 3 + 1]
    const c = indices[t * 3 + 2]
    if (a === b || b === c || a === c) {
      isDropped[t] = 1
      dropped++
      continue
    }
    const key = Math.imul(a + b + c, 0x9e3779b1) ^ Math.imul(a ^ b ^ c, 0x85ebca6b)
    let slot = (key >>> 7) & (size - 1)
    while (slots[slot] >= 0 && (isDropped[slots[slot]] || !isSame(t, slots[slot]))) {
      slot = (slot + 1) & (size - 1)
    }
    if (slots[slot] >= 0) {
      isDropped[t] = 1
      isDropped[slots[slot]] = 1
      dropped += 2
    } else slots[slot] = t
  }
  if (dropped === 0) return indices
  const kept = new Uint32Array(indices.length - dropped * 3)
  let length = 0
  for (let t = 0; t < count; t++) {
    if (isDropped[t]) continue
    for (let k = t * 3; k < t * 3 + 3; k++) kept[length++] = indices[k]
  }
  return kept
}

/** The parts of the mesh from the largest on, by triangles, as many as fit; at least the largest. */
export function keepLargestParts(indices: Uint32Array, faceLimit: number): Uint32Array {
  const parents = new Map<number, number>()
  const rootOf = (v: number): number => {
    let root = v
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next
    // Shortens the way for whoever comes next.
    for (let at = v; at !== root;) {
      const next = parents.get(at)!
      parents.set(at, root)
      at = next
    }
    return root
  }
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 1; k < 3; k++) {
      const [a, b] = [rootOf(indices[t]), rootOf(indices[t + k])]
      if (a !== b) parents.set(b, a)
    }
  }
  const parts = new Map<number, number[]>()
  for (let t = 0; t < indices.length; t += 3) {
    const root = rootOf(indices[t])
    const part = parts.get(root) ?? []
    part.push(indices[t], indices[t + 1], indices[t + 2])
    parts.set(root, part)
  }
  const kept: number[] = []
  for (const part of [...parts.values()].toSorted((a, b) => b.length - a.length)) {
    if (kept.length === 0 || kept.length + part.length <= faceLimit * 3) kept.push(...part)
  }
  return Uint32Array.from(kept)
}
