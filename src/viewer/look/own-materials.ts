import type { Material, Mesh } from 'three'

export const ownMaterials = new WeakMap<Mesh, Material | Material[]>()

/** Returns a mesh's materials from the file, even while a display mode replaces them. */
export const getMaterials = (mesh: Mesh): Material[] =>
  [ownMaterials.get(mesh) ?? mesh.material].flat()
