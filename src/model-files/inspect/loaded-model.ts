import type { GlbTexture } from '../glb/glb-header.ts'

/** A view that somebody set in the program that the file comes from. */
export type FileCamera = {
  name: string
  /** On the stage, where the model stands on the ground around the vertical axis; in metres. */
  position: readonly [x: number, y: number, z: number]
  /** Of length 1. */
  direction: readonly [x: number, y: number, z: number]
  /** From bottom to top, in degrees; without it the camera has no perspective. */
  fovDegrees: number | undefined
}

/** What the viewer knows about a model that stands on its stage. */
export type LoadedModel = {
  /** As drawn: a mesh that the scene uses twice counts twice. */
  triangles: number
  vertices: number
  /** Gaussian splats, which are among the vertices and have no surface. */
  splats: number
  /** Of the GLB file. */
  sizeBytes: number
  /** Width, height and depth, in metres as glTF defines them. */
  sizeMetres: [x: number, y: number, z: number]
  materials: number
  textures: number
  /** The pictures in the file, in its order. */
  pictures: readonly GlbTexture[]
  extensions: readonly string[]
  /** What it takes on the GPU. */
  gpuBytes: number
  /** Names of the scenes in the file; one of them is shown. */
  scenes: readonly string[]
  /** In the scene that is shown. */
  cameras: readonly FileCamera[]
  /** How many animations can be played. */
  animations: number
  /** Place of the one that is shown. */
  scene: number
  /** Names of its material variants. */
  variants: readonly string[]
  /** What is wrong with it though it can be shown, in sentences. */
  problems: readonly string[]
}
