import type { GlbFeature } from '../glb/glb-features.ts'
import type { GlbTexture } from '../glb/glb-header.ts'

export type FileCamera = {
  name: string
  /** Position in the stage's coordinates, in metres. */
  position: readonly [x: number, y: number, z: number]
  /** View direction, of length 1. */
  direction: readonly [x: number, y: number, z: number]
  /** Vertical field of view in degrees. Undefined for orthographic cameras. */
  fovDegrees: number | undefined
}

export type LoadedModel = {
  /** A mesh counts once per instance. */
  triangles: number
  vertices: number
  /** Number of Gaussian splats. They also count as vertices and have no surface. */
  splats: number
  sizeBytes: number
  sizeMetres: [x: number, y: number, z: number]
  materials: number
  textures: number
  pictures: readonly GlbTexture[]
  extensions: readonly string[]
  features: readonly GlbFeature[]
  gpuBytes: number
  scenes: readonly string[]
  cameras: readonly FileCamera[]
  animations: number
  scene: number
  variants: readonly string[]
  /** Sentences about defects that do not prevent display. */
  problems: readonly string[]
}
