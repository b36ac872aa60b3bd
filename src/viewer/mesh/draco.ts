/** On a page it is fetched from our own origin; elsewhere it lies beside the code that loads it. */
const from = (url: string) => ('process' in globalThis ? {} : { locateFile: () => url })

/** What unpacks Draco, for gltf-transform's `draco3d.decoder`. */
export async function loadDracoDecoder(): Promise<object> {
  const [{ default: create }, { default: url }] = await Promise.all([
    import('draco3dgltf/draco_decoder_gltf_nodejs.js'),
    import('draco3dgltf/draco_decoder_gltf.wasm?url'),
  ])
  return create(from(url))
}

/** What packs with Draco, for gltf-transform's `draco3d.encoder`. */
export async function loadDracoEncoder(): Promise<object> {
  const [{ default: create }, { default: url }] = await Promise.all([
    import('draco3dgltf/draco_encoder_gltf_nodejs.js'),
    import('draco3dgltf/draco_encoder.wasm?url'),
  ])
  return create(from(url))
}
