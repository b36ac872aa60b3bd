import { type Document, WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { zipSync } from 'fflate'

/**
 * Writes a document as a zip of a glTF with separate data and picture files.
 * @param name of the glTF, without its extension.
 */
export async function writeGltfZip(
  document: Document,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
  const { json, resources } = await io.writeJSON(document, { basename: name })
  const text = new TextEncoder().encode(JSON.stringify(json, undefined, 1))
  // Uses fast compression, because pictures are compressed already.
  return zipSync({ [`${name}.gltf`]: text, ...resources }, { level: 1 })
}
