export async function loadDracoDecoder(): Promise<object> {
  const [{ default: create }, { default: url }] = await Promise.all([
    import('draco3dgltf/draco_decoder_gltf_nodejs.js'),
    import('draco3dgltf/draco_decoder_gltf.wasm?url'),
  ])
  // In browsers the WebAssembly has its own address; in Node it is beside the script.
  return create('process' in globalThis ? {} : { locateFile: () => url })
}
