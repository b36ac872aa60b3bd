import type { GlbFeature } from '../glb/glb-features.ts'
import type { GlbTexture } from '../glb/glb-header.ts'

export type FileCamera = {
  name: string
  position: readonly [x: number, y: number, z: number]
  direction: readonly [x: number, y: number, z: number]
  /** Vertical field of view in degrees. Undefined for orthographic cameras. */
  fovDegrees: number | undefined
}

export type LoadedModel = {
  triangles: number
  vertices: number
  /** Number of Gaussian splats, which have no surface and also count as vertices. */
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
  problems: readonly string[]
}
