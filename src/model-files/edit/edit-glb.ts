import { type Document, Logger, WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { prune } from '@gltf-transform/functions'
import { readGlbDocument } from '../mesh/read-glb-parts.ts'
import { changeMaterial } from './change-material.ts'
import { addVariant, changeVariant } from './change-variants.ts'
import type { EditAnswer, EditStep } from './edit-steps.ts'

/** Applies a step to a GLB. Nodes, names, bones and animations stay. */
export async function editGlb(glb: Uint8Array<ArrayBuffer>, step: EditStep): Promise<EditAnswer> {
  const document = await readGlbDocument(glb)
  document.setLogger(new Logger(Logger.Verbosity.ERROR))
  const sentence = applyStep(document, step)
  await document.transform(
    prune({
      propertyTypes: step.kind === 'remove-variant' ? ['Texture', 'Material'] : ['Texture'],
      keepLeaves: true,
      keepAttributes: true,
      keepSolidTextures: true,
    }),
  )
  const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
  return { glb: await io.writeBinary(document), sentence }
}

function applyStep(document: Document, step: EditStep): string {
  switch (step.kind) {
    case 'material':
      return changeMaterial(document, step.material, step.change)
    case 'variant':
      return addVariant(document, step)
    case 'rename-variant':
      return changeVariant(document, step.variant, step.name)
    case 'remove-variant':
      return changeVariant(document, step.variant, undefined)
  }
}
