type DracoModule = object
type CreateDracoModule = (options?: { locateFile?: () => string }) => Promise<DracoModule>

declare module 'draco3dgltf/draco_decoder_gltf_nodejs.js' {
  const createModule: CreateDracoModule
  export default createModule
}
declare module 'draco3dgltf/draco_encoder_gltf_nodejs.js' {
  const createModule: CreateDracoModule
  export default createModule
}
