import { getBounds, type Document } from '@gltf-transform/core'
import type { KHRMaterialsVariants } from '@gltf-transform/extensions'
import type { LoadedModel } from '../inspect/loaded-model.ts'

type DocumentFacts = Pick<
  LoadedModel,
  'animations' | 'textures' | 'variants' | 'extensions' | 'features' | 'sizeMetres'
>

/** @param features of the GLB from which the document was read. */
export function documentFacts(
  document: Document,
  features: DocumentFacts['features'],
): DocumentFacts {
  const root = document.getRoot()
  const extensions = root.listExtensionsUsed()
  const variants = extensions.find(({ extensionName }) => extensionName === variantsName)
  const scene = root.getDefaultScene() ?? root.listScenes()[0]
  const { min, max } = scene ? getBounds(scene) : { min: [0, 0, 0], max: [0, 0, 0] }
  const side = (axis: 0 | 1 | 2) => Math.max(0, (max[axis] ?? 0) - (min[axis] ?? 0))
  return {
    animations: root.listAnimations().length,
    textures: root.listTextures().length,
    variants: variants
      ? (variants as KHRMaterialsVariants).listVariants().map((one) => one.getName())
      : [],
    extensions: extensions.map(({ extensionName }) => extensionName),
    features,
    sizeMetres: [side(0), side(1), side(2)],
  }
}

const variantsName = 'KHR_materials_variants'
