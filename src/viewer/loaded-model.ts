/** What the viewer knows about a model that stands on its stage. */
export type LoadedModel = {
  /** As drawn: a mesh that the scene uses twice counts twice. */
  triangles: number
  vertices: number
  /** Of the GLB file. */
  sizeBytes: number
  /** Width, height and depth, in metres as glTF defines them. */
  sizeMetres: [x: number, y: number, z: number]
  materials: number
  textures: number
  /** What is wrong with it though it can be shown, in sentences. */
  problems: readonly string[]
}
