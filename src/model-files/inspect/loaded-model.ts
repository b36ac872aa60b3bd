import type { GlbFeature } from '../glb/glb-features.ts'
import type { GlbTexture } from '../glb/glb-header.ts'

export type FileCamera = {
  name: string
  /** Position in the stage's coordinates, in metres. */
  position: readonly [x: number, y: number, z: number]
  /** View direction, of length 1. */
  direction: readonly [x: number, y: number, z: number]
  /** Vertical field of view in degrees; undefined for orthographic cameras. */
  fovDegrees: number | undefined
}

export type LoadedModel = {
  /** Number of triangles. A mesh counts once per instance. */
  triangles: number
  vertices: number
  /** Gaussian splats, which are included in the vertices and have no surface. */
  splats: number
  sizeBytes: number
  /** Width, height and depth, in metres. */
  sizeMetres: [x: number, y: number, z: number]
  materials: number
  textures: number
  pictures: readonly GlbTexture[]
  extensions: readonly string[]
  features: readonly GlbFeature[]
  gpuBytes: number
  scenes: readonly string[]
  /** Cameras of the displayed scene. */
  cameras: readonly FileCamera[]
  animations: number
  /** Index of the displayed scene. */
  scene: number
  variants: readonly string[]
  /** Defects that do not prevent display, in sentences. */
  problems: readonly string[]
}
