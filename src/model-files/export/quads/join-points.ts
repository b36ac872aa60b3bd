import type { MeshPart } from '../../mesh/parts.ts'

const minusZero = 0x80000000

/**
 * Merges vertices with equal positions, normals and texture coordinates. The surface does not
 * change.
 */
export function joinPoints(part: MeshPart): MeshPart {
  const count = part.positions.length / 3
  const columns = [
    { values: part.positions, width: 3 },
    ...(part.normals ? [{ values: part.normals, width: 3 }] : []),
    ...(part.uvs ? [{ values: part.uvs, width: 2 }] : []),
    ...(part.moreUvs ?? []).map((values) => ({ values, width: 2 })),
    ...(part.colors ? [{ values: part.colors, width: 3 }] : []),
  ].map(({ values, width }) => ({ words: getWords(values), width }))
  const table = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(8, count * 2)))).fill(-1)
  const mask = table.length - 1
  const kept = new Uint32Array(count)
  const places = new Uint32Array(count)
  let used = 0

  const isSame = (one: number, other: number) =>
    columns.every(({ words, width }) => {
      for (let word = 0; word < width; word++) {
        if (words[one * width + word] !== words[other * width + word]) return false
      }
      return true
    })
  for (let point = 0; point < count; point++) {
    let hash = 0
    for (const { words, width } of columns) {
      for (let word = point * width; word < (point + 1) * width; word++) {
        hash = Math.imul(hash ^ (words[word] ?? 0), 0x9e3779b1)
        hash ^= hash >>> 15
      }
    }
    let slot = hash & mask
    let found = table[slot] ?? -1
    while (found >= 0 && !isSame(kept[found] ?? 0, point)) {
      slot = (slot + 1) & mask
      found = table[slot] ?? -1
    }
    if (found < 0) {
      found = used
      table[slot] = used
      kept[used] = point
      used++
    }
    places[point] = found
  }

  const keep = (values: Float32Array, width: number) => {
    const those = new Float32Array(used * width)
    for (let point = 0; point < used; point++) {
      const from = (kept[point] ?? 0) * width
      for (let at = 0; at < width; at++) those[point * width + at] = values[from + at] ?? 0
    }
    return those
  }
  return {
    ...part,
    positions: keep(part.positions, 3),
    indices: part.indices.map((point) => places[point] ?? point),
    ...(part.normals && { normals: keep(part.normals, 3) }),
    ...(part.uvs && { uvs: keep(part.uvs, 2) }),
    ...(part.moreUvs && { moreUvs: part.moreUvs.map((uvs) => keep(uvs, 2)) }),
    ...(part.colors && { colors: keep(part.colors, 3) }),
  }
}

/** Returns the bit patterns of numbers, so that NaN equals itself. Negative zero becomes zero. */
function getWords(values: Float32Array): Uint32Array {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length).slice()
  for (let at = 0; at < words.length; at++) if (words[at] === minusZero) words[at] = 0
  return words
}
