/** What packs with Draco, for gltf-transform's `draco3d.encoder`. */
export async function loadDracoEncoder(): Promise<object> {
  const [{ default: create }, { default: url }] = await Promise.all([
    import('draco3dgltf/draco_encoder_gltf_nodejs.js'),
    import('draco3dgltf/draco_encoder.wasm?url'),
  ])
  // On a page it comes from our own origin; elsewhere it lies beside the code that loads it.
  return create('process' in globalThis ? {} : { locateFile: () => url })
}
