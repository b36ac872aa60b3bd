import type { Material, Mesh } from 'three'

export const ownMaterials = new WeakMap<Mesh, Material | Material[]>()

/** Returns the materials of the file, also while they are replaced. */
export const getMaterials = (mesh: Mesh): Material[] =>
  [ownMaterials.get(mesh) ?? mesh.material].flat()
