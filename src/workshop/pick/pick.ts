import {
  BackSide,
  type BufferGeometry,
  DoubleSide,
  FrontSide,
  InstancedMesh,
  type Intersection,
  Matrix4,
  Mesh,
  type Object3D,
  type Raycaster,
  SkinnedMesh,
  Vector3,
} from 'three'
import { askWorker } from '#model-files/worker/ask-worker.ts'
import { hitBvh } from '#model-files/mesh/bvh.ts'
import { prefetchWorker } from '#ui/layout/prefetch-worker.ts'
import type { BvhAnswer } from './bvh-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it.
import workerUrl from './bvh-worker.ts?worker&url'

prefetchWorker(workerUrl)

const trianglesMin = 20_000

const indexed = new WeakMap<BufferGeometry, BvhAnswer>()

/**
 * Builds indexes for picking in a worker. Without an index, picking tests every triangle.
 * @param signal cancels the work.
 */
export async function indexForPicking(root: Object3D, signal: AbortSignal): Promise<void> {
  for (const geometry of stiffGeometries(root)) {
    if (indexed.has(geometry) || signal.aborted) continue
    const surface = makeCopy(geometry)
    const worker = new Worker(workerUrl, { type: 'module' })
    const transfer = [surface.positions, surface.indices].flatMap((list) => list?.buffer ?? [])
    indexed.set(geometry, await askWorker<BvhAnswer>(worker, surface, { signal, transfer }))
  }
}

export function pickNearest(root: Object3D, raycaster: Raycaster): Intersection | undefined {
  const found: Intersection[] = []
  root.traverseVisible((object) => {
    if (!object.layers.test(raycaster.layers)) return
    const mesh = object instanceof Mesh && isStiff(object) ? object : undefined
    const known = mesh && indexed.get(mesh.geometry)
    if (mesh && known) found.push(...getHit(mesh, known, raycaster))
    else object.raycast(raycaster, found)
  })
  return found.toSorted((a, b) => a.distance - b.distance)[0]
}

function getHit(mesh: Mesh, { bvh, surface }: BvhAnswer, { ray }: Raycaster): Intersection[] {
  const own = ray.clone().applyMatrix4(new Matrix4().copy(mesh.matrixWorld).invert())
  const [material] = [mesh.material].flat()
  const side = material?.side ?? FrontSide
  const hit = hitBvh(bvh, surface, {
    origin: own.origin.toArray(),
    direction: own.direction.toArray(),
    isOneSided: side !== DoubleSide && side !== BackSide,
  })
  if (!hit) return []
  const point = own.at(hit.distance, new Vector3()).applyMatrix4(mesh.matrixWorld)
  const corner = (which: number) => {
    const place = hit.triangle * 3 + which
    return surface.indices ? (surface.indices[place] ?? 0) : place
  }
  // The readers compute the normal with `getFaceNormal`.
  const face = { a: corner(0), b: corner(1), c: corner(2), normal: new Vector3(), materialIndex: 0 }
  return [{ point, face, object: mesh, distance: ray.origin.distanceTo(point) }]
}

const isStiff = (mesh: Mesh): boolean =>
  !(mesh instanceof SkinnedMesh || mesh instanceof InstancedMesh) &&
  Object.keys(mesh.geometry.morphAttributes).length === 0 &&
  mesh.layers.isEnabled(0)

function stiffGeometries(root: Object3D): Set<BufferGeometry> {
  const found = new Set<BufferGeometry>()
  root.traverse((object) => {
    if (!(object instanceof Mesh) || !isStiff(object)) return
    const { geometry }: Mesh = object
    const { index, attributes } = geometry
    const corners = index?.count ?? attributes['position']?.count ?? 0
    if (corners >= 3 * trianglesMin) found.add(object.geometry)
  })
  return found
}

/**
 * Copies positions and indices to plain arrays, because attributes may be quantised or share a
 * buffer.
 */
function makeCopy({ index, attributes }: BufferGeometry) {
  const list = attributes['position']
  if (!list) return { positions: new Float32Array() }
  const positions = new Float32Array(list.count * 3)
  for (let point = 0; point < list.count; point++) {
    positions[point * 3] = list.getX(point)
    positions[point * 3 + 1] = list.getY(point)
    positions[point * 3 + 2] = list.getZ(point)
  }
  return { positions, ...(index && { indices: new Uint32Array(index.array) }) }
}
