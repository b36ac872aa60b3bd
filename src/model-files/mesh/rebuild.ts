import type { MeshPart } from './parts.ts'
import type { Welded } from './weld.ts'

/**
 * Creates parts from some triangles of a welded mesh, with all vertex attributes of the original
 * parts.
 * @param keeps returns whether to keep a triangle, by its index in `welded`.
 */
export function rebuild(
  parts: readonly MeshPart[],
  { positions, indices, origins }: Welded,
  keeps: (triangle: number) => boolean = () => true,
): MeshPart[] {
  const rebuilt: MeshPart[] = []
  let triangle = 0
  let before = 0
  for (const part of parts) {
    const after = before + part.positions.length / 3
    const corners: number[] = []
    const moved = part.positions.slice()
    for (; triangle * 3 < origins.length; triangle++) {
      if ((origins[triangle * 3] ?? 0) >= after) break
      if (!keeps(triangle)) continue
      for (let corner = triangle * 3; corner < triangle * 3 + 3; corner++) {
        const point = (origins[corner] ?? 0) - before
        const place = (indices[corner] ?? 0) * 3
        moved.set(positions.subarray(place, place + 3), point * 3)
        corners.push(point)
      }
    }
    before = after
    if (corners.length > 0) rebuilt.push(compact({ ...part, positions: moved }, corners))
  }
  return rebuilt
}

function compact(part: MeshPart, corners: readonly number[]): MeshPart {
  const places = new Int32Array(part.positions.length / 3).fill(-1)
  const used: number[] = []
  const indices = new Uint32Array(corners.length)
  corners.forEach((point, at) => {
    const known = places[point] ?? -1
    indices[at] = known >= 0 ? known : (places[point] = used.push(point) - 1)
  })
  const take = (values: Float32Array, width: number) => {
    const taken = new Float32Array(used.length * width)
    used.forEach((point, at) =>
      taken.set(values.subarray(point * width, (point + 1) * width), at * width),
    )
    return taken
  }
  return {
    indices,
    material: part.material,
    ...(part.name !== undefined && { name: part.name }),
    positions: take(part.positions, 3),
    ...(part.normals && { normals: take(part.normals, 3) }),
    ...(part.uvs && { uvs: take(part.uvs, 2) }),
    ...(part.moreUvs && { moreUvs: part.moreUvs.map((uvs) => take(uvs, 2)) }),
    ...(part.colors && { colors: take(part.colors, 3) }),
  }
}
