import type { Material, Mesh } from 'three'

/** Of meshes that are drawn with a lent material: their own. */
export const ownMaterials = new WeakMap<Mesh, Material | Material[]>()

/** The materials of the file, also while the mesh is shown with another one. */
export const materialsOf = (mesh: Mesh): Material[] =>
  [ownMaterials.get(mesh) ?? mesh.material].flat()
