import type { Manifold, ManifoldToplevel } from 'manifold-3d/manifold'

/** Distance below which points touch, as a fraction of the body's size. */
const touching = 1e-6
/** Distance by which touching points move into the body, as a fraction of the body's size. */
const apart = 2e-5

/**
 * Moves points where surfaces of a body touch slightly into the body. A saved file would merge
 * touching points, and the surface would not be closed.
 */
export function partTouching(body: Manifold, solids: ManifoldToplevel): Manifold {
  const { min, max } = body.boundingBox()
  const size = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2])
  const mesh = body.getMesh()
  const { numProp, vertProperties, triVerts, mergeFromVert, mergeToVert } = mesh
  const count = vertProperties.length / numProp
  // Points that differ only in texture coordinates count as one point.
  const own = Uint32Array.from({ length: count }, (_, point) => point)
  mergeFromVert.forEach((from, at) => {
    own[from] = mergeToVert[at] ?? from
  })
  const valueAt = (point: number, axis: number) => vertProperties[point * numProp + axis] ?? 0
  const normals = computeNormals({ triVerts, own, valueAt, count })
  const inPlace = new Map<string, Set<number>>()
  for (let point = 0; point < count; point++) {
    const key = [0, 1, 2].map((axis) => Math.round(valueAt(point, axis) / (size * touching))).join()
    const there = inPlace.get(key) ?? new Set()
    inPlace.set(key, there.add(own[point] ?? point))
  }
  const isTouching = new Set(
    [...inPlace.values()].filter(({ size: many }) => many > 1).flatMap((there) => [...there]),
  )
  if (isTouching.size === 0) return body
  for (let point = 0; point < count; point++) {
    const owner = own[point] ?? point
    if (!isTouching.has(owner)) continue
    const [x = 0, y = 0, z = 0] = normals.subarray(owner * 3, owner * 3 + 3)
    const scale = (size * apart) / (Math.hypot(x, y, z) || 1)
    ;[x, y, z].forEach((value, axis) => {
      vertProperties[point * numProp + axis] = valueAt(point, axis) - value * scale
    })
  }
  return solids.Manifold.ofMesh(mesh)
}

type Mesh = {
  triVerts: Uint32Array
  own: Uint32Array
  valueAt: (point: number, axis: number) => number
  count: number
}

function computeNormals({ triVerts, own, valueAt, count }: Mesh): Float64Array {
  const normals = new Float64Array(count * 3)
  for (let at = 0; at < triVerts.length; at += 3) {
    const [a = 0, b = 0, c = 0] = triVerts.subarray(at, at + 3)
    const edge = (to: number, axis: number) => valueAt(to, axis) - valueAt(a, axis)
    for (const axis of [0, 1, 2]) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3]
      const part = edge(b, u) * edge(c, v) - edge(b, v) * edge(c, u)
      for (const point of [a, b, c]) {
        const place = (own[point] ?? point) * 3 + axis
        normals[place] = (normals[place] ?? 0) + part
      }
    }
  }
  return normals
}
