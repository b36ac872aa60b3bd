import type { Document } from '@gltf-transform/core'
import { KHRMaterialsVariants, type MappingList } from '@gltf-transform/extensions'
import type { ModelVariant } from '../glb/variant-address.ts'

/** Makes a scene the default scene, and gives the surfaces the materials of a variant. */
export function applyVariant(document: Document, { scene, variant }: ModelVariant): void {
  const root = document.getRoot()
  const wanted = scene === undefined ? undefined : root.listScenes()[scene]
  if (wanted) root.setDefaultScene(wanted)
  const variants = root
    .listExtensionsUsed()
    .find((extension) => extension instanceof KHRMaterialsVariants)
    ?.listVariants()
  const worn = variant === undefined ? undefined : variants?.[variant]
  if (!worn) return
  for (const primitive of root.listMeshes().flatMap((mesh) => mesh.listPrimitives())) {
    const mapping = primitive
      .getExtension<MappingList>(KHRMaterialsVariants.EXTENSION_NAME)
      ?.listMappings()
      .find((one) => one.listVariants().includes(worn))
    const material = mapping?.getMaterial()
    if (material) primitive.setMaterial(material)
  }
}
