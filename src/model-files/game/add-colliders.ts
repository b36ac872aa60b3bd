import type { Document, Node as GltfNode } from '@gltf-transform/core'
import type { ManifoldToplevel, Vec3 } from 'manifold-3d/manifold'
import type { MeshPart } from '../mesh/parts.ts'
import { type PartSource, readParts } from '../mesh/read-glb-parts.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import type { ColliderForm } from './game-options.ts'

/** Physics engines accept at most 255 points in a convex collider. */
const pointsMax = 255
/**
 * Simplification tolerances as fractions of the collider's size, tried until the hull has at most
 * `pointsMax` points.
 */
const tolerances = [0, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1] as const

type Colliders = {
  form: ColliderForm
  getName: (node: string, at: number) => string
  solids: ManifoldToplevel
}

/**
 * Adds convex hulls as invisible colliders, in the pose of the file.
 *    @returns the nodes of the hulls.
 *    @throws {UnworkableModelError} if the model is flat.
 */
export function addColliders(document: Document, { form, getName, solids }: Colliders): GltfNode[] {
  const root = document.getRoot()
  const scene = root.getDefaultScene() ?? root.listScenes()[0]
  if (form === 'none' || !scene) return []
  const sources = new Map<MeshPart, PartSource>()
  const { parts } = readParts(document, sources)
  const names = new Set([...sources.values()].map(({ node }) => node.getName()))
  const [only = ''] = names.size === 1 ? names : []
  const groups = new Map<string, MeshPart[]>()
  for (const part of parts) {
    const own = sources.get(part)?.node.getName() ?? ''
    const name = (form === 'whole' ? only : own) || 'Model'
    groups.set(name, [...(groups.get(name) ?? []), part])
  }
  const buffer = root.listBuffers()[0] ?? document.createBuffer()
  const made: GltfNode[] = []
  for (const [name, group] of groups) {
    const hull = createHull(group, solids)
    if (!hull) continue
    const label = getName(name, made.length)
    const primitive = document
      .createPrimitive()
      .setAttribute(
        'POSITION',
        document.createAccessor().setType('VEC3').setArray(hull.positions).setBuffer(buffer),
      )
      .setIndices(document.createAccessor().setArray(hull.indices).setBuffer(buffer))
    const node = document.createNode(label)
    scene.addChild(node.setMesh(document.createMesh(label).addPrimitive(primitive)))
    made.push(node)
  }
  if (made.length === 0)
    throw new UnworkableModelError('This model is flat, so it has no collider.')
  return made
}

type Hull = { positions: Float32Array<ArrayBuffer>; indices: Uint32Array<ArrayBuffer> }

function createHull(parts: readonly MeshPart[], solids: ManifoldToplevel): Hull | undefined {
  const points: Vec3[] = []
  for (const { positions } of parts) {
    for (let at = 0; at < positions.length; at += 3) {
      points.push([positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0])
    }
  }
  const whole = solids.Manifold.hull(points)
  if (whole.isEmpty() || whole.volume() <= 0) return undefined
  const { min, max } = whole.boundingBox()
  const size = Math.max(...max.map((value, axis) => value - (min[axis] ?? 0)))
  for (const tolerance of tolerances) {
    // Simplification can make the hull slightly concave, so compute the hull again.
    const hull = tolerance === 0 ? whole : whole.simplify(size * tolerance).hull()
    if (hull.numVert() > pointsMax && tolerance !== tolerances.at(-1)) continue
    const { vertProperties, triVerts, numProp } = hull.getMesh()
    const positions = new Float32Array((vertProperties.length / numProp) * 3)
    for (let point = 0; point * 3 < positions.length; point++) {
      positions.set(vertProperties.subarray(point * numProp, point * numProp + 3), point * 3)
    }
    return { positions, indices: new Uint32Array(triVerts) }
  }
  return undefined
}
