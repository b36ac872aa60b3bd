import { measureExtent } from './extent.ts'
import type { MeshPart } from './parts.ts'

export type Welded = {
  positions: Float32Array
  indices: Uint32Array
  origins: Uint32Array
  degenerate: number
}

/**
 * Merges points at the same position in all parts, so that texture seams and borders between parts
 * are not open edges.
 * @param tolerance fraction of the model's size within which points are merged.
 */
export function weld(parts: readonly MeshPart[], tolerance = 1e-6): Welded {
  const count = parts.reduce((sum, { positions }) => sum + positions.length / 3, 0)
  const { low, size } = computeBounds(parts)
  // A cell index has 21 bits per axis, so that three indices fit into integers that a double holds
  // exactly.
  const cell = Math.max(size * tolerance, size / 2 ** 21, Number.MIN_VALUE)
  const table = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(8, count * 2)))).fill(-1)
  const mask = table.length - 1
  const cells = new Int32Array(count * 3)
  const welded = new Float32Array(count * 3)
  let used = 0
  let triangles = 0
  let degenerate = 0
  const total = parts.reduce((sum, { indices }) => sum + indices.length, 0)
  const indices = new Uint32Array(total)
  const origins = new Uint32Array(total)
  let before = 0

  for (const part of parts) {
    const { positions } = part
    const places = new Uint32Array(positions.length / 3)
    for (let point = 0; point < places.length; point++) {
      const x = Math.round(((positions[point * 3] ?? 0) - low[0]) / cell)
      const y = Math.round(((positions[point * 3 + 1] ?? 0) - low[1]) / cell)
      const z = Math.round(((positions[point * 3 + 2] ?? 0) - low[2]) / cell)
      let slot = hash(x, y, z) & mask
      let found = table[slot] ?? -1
      while (
        found >= 0 &&
        !(cells[found * 3] === x && cells[found * 3 + 1] === y && cells[found * 3 + 2] === z)
      ) {
        slot = (slot + 1) & mask
        found = table[slot] ?? -1
      }
      if (found < 0) {
        found = used
        used++
        table[slot] = found
        cells.set([x, y, z], found * 3)
        welded[found * 3] = positions[point * 3] ?? 0
        welded[found * 3 + 1] = positions[point * 3 + 1] ?? 0
        welded[found * 3 + 2] = positions[point * 3 + 2] ?? 0
      }
      places[point] = found
    }
    for (let at = 0; at + 2 < part.indices.length; at += 3) {
      const p = part.indices[at] ?? 0
      const q = part.indices[at + 1] ?? 0
      const r = part.indices[at + 2] ?? 0
      const a = places[p] ?? 0
      const b = places[q] ?? 0
      const c = places[r] ?? 0
      if (a === b || b === c || c === a) {
        degenerate++
        continue
      }
      indices[triangles * 3] = a
      indices[triangles * 3 + 1] = b
      indices[triangles * 3 + 2] = c
      origins[triangles * 3] = before + p
      origins[triangles * 3 + 1] = before + q
      origins[triangles * 3 + 2] = before + r
      triangles++
    }
    before += places.length
  }
  return {
    positions: welded.slice(0, used * 3),
    indices: indices.slice(0, triangles * 3),
    origins: origins.slice(0, triangles * 3),
    degenerate,
  }
}

function computeBounds(parts: readonly MeshPart[]) {
  const { low, high } = measureExtent(parts)
  const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2], 0)
  const [x, y, z] = low.map((value) => (Number.isFinite(value) ? value : 0))
  return { low: [x ?? 0, y ?? 0, z ?? 0] as const, size }
}

const hash = (x: number, y: number, z: number): number =>
  (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) >>> 0
