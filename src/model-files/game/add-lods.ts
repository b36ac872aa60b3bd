import type { Document, Mesh, Node as GltfNode } from '@gltf-transform/core'
import { simplifyPrimitive, weldPrimitive } from '@gltf-transform/functions'
import { MeshoptSimplifier } from 'meshoptimizer/simplifier'

const errorMax = 0.05

export type LodNodes = ReadonlyMap<GltfNode, readonly GltfNode[]>

/**
 * Adds a node outside the scene for each level of detail of each node with a mesh.
 * @param ratios fractions of the triangles, without the most detailed level.
 */
export async function addLods(document: Document, ratios: readonly number[]): Promise<LodNodes> {
  await MeshoptSimplifier.ready
  const levels = new Map<Mesh, Mesh[]>()
  const made = new Map<GltfNode, GltfNode[]>()
  for (const node of document.getRoot().listNodes()) {
    const mesh = node.getMesh()
    if (!mesh) continue
    const meshes =
      levels.get(mesh) ?? ratios.map((ratio, at) => createLevel(document, mesh, { ratio, at }))
    levels.set(mesh, meshes)
    const name = node.getName() || 'Model'
    made.set(
      node,
      meshes.map((level, at) => {
        const other = document.createNode(`${name}_LOD${at + 1}`).setMesh(level)
        return other.setMatrix(node.getMatrix()).setSkin(node.getSkin())
      }),
    )
  }
  return made
}

type Level = { ratio: number; at: number }

function createLevel(document: Document, mesh: Mesh, { ratio, at }: Level): Mesh {
  const level = document.createMesh(`${mesh.getName() || 'Model'}_LOD${at + 1}`)
  for (const primitive of mesh.listPrimitives()) {
    const copy = primitive.clone()
    // Simplify only triangles (mode 4) without morph targets.
    if (copy.listTargets().length === 0 && copy.getMode() === 4) {
      weldPrimitive(copy, {})
      simplifyPrimitive(copy, { simplifier: MeshoptSimplifier, ratio, error: errorMax })
    }
    level.addPrimitive(copy)
  }
  return level
}
