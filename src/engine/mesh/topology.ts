import { EdgeTable } from '#lib/geometry/edge-table.ts'

/**
 * Returns the vertices of edges that do not belong to exactly two triangles of opposite direction.
 * A closed, oriented mesh has no such edges.
 */
export function findBadVertices(indices: Uint32Array): number[] {
  const edges = new EdgeTable(indices.length)
  const forward = new Uint8Array(edges.size)
  const backward = new Uint8Array(edges.size)
  const count = (from: number, to: number) => {
    const place = edges.placeOf(from, to)
    const uses = from < to ? forward : backward
    if (uses[place] < 255) uses[place]++
  }
  for (let t = 0; t < indices.length; t += 3) {
    count(indices[t], indices[t + 1])
    count(indices[t + 1], indices[t + 2])
    count(indices[t + 2], indices[t])
  }
  const vertices = new Set<number>()
  for (let place = 0; place < edges.size; place++) {
    if (edges.low[place] < 0 || (forward[place] === 1 && backward[place] === 1)) continue
    vertices.add(edges.low[place])
    vertices.add(edges.high[place])
  }
  return [...vertices]
}

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

/**
 * Keeps the parts with the most triangles that fit into the limit together, and always the largest
 * part.
 */
export function keepLargestParts(indices: Uint32Array, faceLimit: number): Uint32Array {
  const kept: number[] = []
  for (const part of getParts(indices)) {
    if (kept.length === 0 || kept.length + part.length <= faceLimit * 3) kept.push(...part)
  }
  return Uint32Array.from(kept)
}

/** Drops parts that have fewer triangles than this fraction of the largest part. */
export function dropSmallParts(indices: Uint32Array, fraction: number): Uint32Array {
  const parts = getParts(indices)
  const least = fraction * (parts[0]?.length ?? 0)
  const kept = parts.filter(({ length }) => length >= least)
  const all = new Uint32Array(kept.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of kept) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function getParts(indices: Uint32Array): number[][] {
  const parents = new Map<number, number>()
  const getRoot = (v: number): number => {
    let root = v
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next
    for (let at = v; at !== root;) {
      const next = parents.get(at)!
      parents.set(at, root)
      at = next
    }
    return root
  }
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 1; k < 3; k++) {
      const [a, b] = [getRoot(indices[t]), getRoot(indices[t + k])]
      if (a !== b) parents.set(b, a)
    }
  }
  const parts = new Map<number, number[]>()
  for (let t = 0; t < indices.length; t += 3) {
    const root = getRoot(indices[t])
    const part = parts.get(root) ?? []
    part.push(indices[t], indices[t + 1], indices[t + 2])
    parts.set(root, part)
  }
  return [...parts.values()].toSorted((a, b) => b.length - a.length)
}
