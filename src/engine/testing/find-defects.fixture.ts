import { NodeIO } from '@gltf-transform/core'
import { EXTTextureWebP } from '@gltf-transform/extensions'
import { validateBytes } from 'gltf-validator'
import Module from 'manifold-3d'
import { countCrossings } from '../mesh/count-crossings.ts'

/**
 * Number of intersecting faces that slicers repair. With very few faces, thin parts always
 * intersect.
 */
const crossingsMax = (faces: number) => (faces < 400 ? Infinity : Math.max(8, 0.05 * faces))

/** Returns the defects of a GLB that should be a closed solid of at most `faceLimit` faces. */
export async function findDefects(glb: Uint8Array, faceLimit: number): Promise<string[]> {
  const document = await new NodeIO().registerExtensions([EXTTextureWebP]).readBinary(glb)
  const [mesh] = document.getRoot().listMeshes()
  const [primitive] = mesh.listPrimitives()
  const positions = Float32Array.from(primitive.getAttribute('POSITION')!.getArray() ?? [])
  const indices = Uint32Array.from(primitive.getIndices()!.getArray() ?? [])
  const { issues } = await validateBytes(glb, { maxIssues: 20 })
  return [
    ...(await findMeshDefects({ positions, indices }, faceLimit)),
    ...issues.messages.filter(({ severity }) => severity < 2).map(({ message }) => message),
  ]
}

/**
 * Returns the defects of a mesh, like `findDefects`. Merges vertices by position first, because
 * textures duplicate vertices.
 */
export async function findMeshDefects(
  { positions, indices, uvs }: Welded & { uvs?: Float32Array },
  faceLimit: number,
): Promise<string[]> {
  const solid = weld(positions, indices)
  const faces = solid.indices.length / 3
  const badEdges = countBadEdges(solid.indices)
  const flat = countFlatFaces(solid)
  const crossings = countCrossings(solid)
  // The manifold library throws on open or doubled edges instead of returning a status.
  const status = badEdges > 0 ? 'NoError' : await askManifold(solid)
  return [
    ...(positions.every(Number.isFinite) ? [] : ['points nowhere']),
    ...(uvs?.some(isOff) ? ['texture coordinates outside of the texture'] : []),
    ...(faces > faceLimit || faces < 4 ? [`${faces} faces`] : []),
    ...(badEdges > 0 ? [`${badEdges} edges without exactly two faces`] : []),
    ...(measureVolume(solid) > 0 ? [] : ['faces look inwards']),
    ...(flat > 0 ? [`${flat} faces without area`] : []),
    ...(crossings > crossingsMax(faces) ? [`${crossings} faces cross others`] : []),
    ...(status === 'NoError' ? [] : [`manifold-3d: ${status}`]),
  ]
}

type Welded = { positions: Float32Array; indices: Uint32Array }

function weld(positions: ArrayLike<number>, corners: ArrayLike<number>): Welded {
  const known = new Map<string, number>()
  const kept: number[] = []
  const renamed = Array.from({ length: positions.length / 3 }, (_, v) => {
    const point = [positions[v * 3], positions[v * 3 + 1], positions[v * 3 + 2]]
    const key = point.join()
    const found = known.get(key)
    if (found !== undefined) return found
    const vertex = kept.length / 3
    known.set(key, vertex)
    kept.push(...point)
    return vertex
  })
  const indices = Uint32Array.from({ length: corners.length }, (_, k) => renamed[corners[k]])
  return { positions: Float32Array.from(kept), indices }
}

function countBadEdges(indices: Uint32Array): number {
  const balance = new Map<string, { forward: number; backward: number }>()
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const from = indices[t + k]
      const to = indices[t + ((k + 1) % 3)]
      const key = from < to ? `${from} ${to}` : `${to} ${from}`
      const edge = balance.get(key) ?? { forward: 0, backward: 0 }
      if (from < to) edge.forward++
      else edge.backward++
      balance.set(key, edge)
    }
  }
  let bad = 0
  for (const { forward, backward } of balance.values()) {
    if (forward !== 1 || backward !== 1) bad++
  }
  return bad
}

function countFlatFaces({ positions: p, indices }: Welded): number {
  let flat = 0
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t] * 3, indices[t + 1] * 3, indices[t + 2] * 3]
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]]
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]]
    if (Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) === 0) flat++
  }
  return flat
}

/** Returns the volume inside a closed mesh, which is negative if the mesh's faces point inwards. */
export function measureVolume({ positions: p, indices }: Welded): number {
  let volume = 0
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t] * 3, indices[t + 1] * 3, indices[t + 2] * 3]
    volume +=
      p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) -
      p[a + 1] * (p[b] * p[c + 2] - p[b + 2] * p[c]) +
      p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c])
  }
  return volume / 6
}

const isOff = (value: number) => !(value >= 0 && value <= 1)

let loading: ReturnType<typeof Module> | undefined

async function askManifold({ positions, indices }: Welded): Promise<string> {
  loading ??= Module().then((library) => {
    // The manifold library's classes exist only after `setup`, which must be called once.
    library.setup()
    return library
  })
  const { Manifold, Mesh } = await loading
  const mesh = new Mesh({ numProp: 3, vertProperties: positions, triVerts: indices })
  const solid = new Manifold(mesh)
  try {
    return solid.status()
  } finally {
    solid.delete()
  }
}
