import { type Document, WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { zipSync } from 'fflate'

/**
 * Writes a document as a zip of one glTF, its data and its pictures as files of their own.
 *
 * @param name of the glTF, without its ending.
 */
export async function writeGltfZip(
  document: Document,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
  const { json, resources } = await io.writeJSON(document, { basename: name })
  const text = new TextEncoder().encode(JSON.stringify(json, undefined, 1))
  // Pictures are packed already.
  return zipSync({ [`${name}.gltf`]: text, ...resources }, { level: 1 })
}
