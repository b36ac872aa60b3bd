export async function loadDracoEncoder(): Promise<object> {
  const [{ default: create }, { default: url }] = await Promise.all([
    import('draco3dgltf/draco_encoder_gltf_nodejs.js'),
    import('draco3dgltf/draco_encoder.wasm?url'),
  ])
  // In browsers, the WebAssembly file has a separate address. In Node, the library finds the file.
  return create('process' in globalThis ? {} : { locateFile: () => url })
}
