import { Logger, WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { prune } from '@gltf-transform/functions'
import { readGlbDocument } from '../mesh/read-glb-parts.ts'
import { changeMaterial } from './change-material.ts'
import type { EditAnswer, EditStep } from './edit-steps.ts'

/** Applies a step to a GLB. Nodes, names, bones and animations stay. */
export async function editGlb(glb: Uint8Array<ArrayBuffer>, step: EditStep): Promise<EditAnswer> {
  const document = await readGlbDocument(glb)
  document.setLogger(new Logger(Logger.Verbosity.ERROR))
  const sentence = changeMaterial(document, step.material, step.change)
  // Removes pictures that were replaced. Everything else stays, also if it is unused.
  await document.transform(
    prune({
      propertyTypes: ['Texture'],
      keepLeaves: true,
      keepAttributes: true,
      keepSolidTextures: true,
    }),
  )
  const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
  return { glb: await io.writeBinary(document), sentence }
}
