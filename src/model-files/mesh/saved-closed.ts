import type { MeshPart } from './parts.ts'
import { analyzeTopology, collectEdges } from './topology.ts'
import { weld } from './weld.ts'

const mmPerMetre = 1000

/**
 * Returns whether a model is closed in a file with positions as 32-bit floats in millimetres, where
 * only identical positions are the same point.
 */
export function isClosedWhenSaved(parts: readonly MeshPart[]): boolean {
  if (!analyzeTopology(parts).isClosed) return false
  const { positions, indices } = weld(parts)
  const edges = collectEdges(
    joinEqual(
      positions.map((value) => value * mmPerMetre),
      indices,
    ),
  )
  const count = edges.uses.length
  for (let place = 0; place < count; place++) {
    const uses = edges.uses[place] ?? 0
    if (uses !== 0 && (uses !== 2 || edges.balance[place] !== 0)) return false
  }
  return true
}

/** Merges identical positions, and drops triangles that have no area after merging. */
export function joinEqual(positions: Float32Array, indices: Uint32Array): Uint32Array {
  const count = positions.length / 3
  // Adding zero turns negative zero into zero.
  const bits = new Int32Array(positions.map((value) => value + 0).buffer)
  const table = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(8, count * 2)))).fill(-1)
  const firsts = new Uint32Array(count)
  for (let point = 0; point < count; point++) {
    const [x = 0, y = 0, z = 0] = bits.subarray(point * 3, point * 3 + 3)
    let slot = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) >>> 0
    slot = (slot ^ (slot >>> 15)) & (table.length - 1)
    let found = table[slot] ?? -1
    while (
      found >= 0 &&
      !(bits[found * 3] === x && bits[found * 3 + 1] === y && bits[found * 3 + 2] === z)
    ) {
      slot = (slot + 1) & (table.length - 1)
      found = table[slot] ?? -1
    }
    if (found < 0) found = table[slot] = point
    firsts[point] = found
  }
  const kept: number[] = []
  for (let at = 0; at + 2 < indices.length; at += 3) {
    const [a = 0, b = 0, c = 0] = [0, 1, 2].map((corner) => firsts[indices[at + corner] ?? 0] ?? 0)
    if (a !== b && b !== c && c !== a) kept.push(a, b, c)
  }
  return Uint32Array.from(kept)
}
