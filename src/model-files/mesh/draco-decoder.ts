/** What unpacks Draco, for gltf-transform's `draco3d.decoder`. */
export async function loadDracoDecoder(): Promise<object> {
  const [{ default: create }, { default: url }] = await Promise.all([
    import('draco3dgltf/draco_decoder_gltf_nodejs.js'),
    import('draco3dgltf/draco_decoder_gltf.wasm?url'),
  ])
  // On a page it comes from our own origin; elsewhere it lies beside the code that loads it.
  return create('process' in globalThis ? {} : { locateFile: () => url })
}
