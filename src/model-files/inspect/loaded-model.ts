import type { GlbFeature } from '../glb/glb-features.ts'
import type { GlbTexture } from '../glb/glb-header.ts'

export type FileCamera = {
  name: string
  /** Position in the coordinates of the viewer's scene, in metres. */
  position: readonly [x: number, y: number, z: number]
  direction: readonly [x: number, y: number, z: number]
  /** Vertical field of view in degrees. Undefined for orthographic cameras. */
  fovDegrees: number | undefined
}

export type LoadedModel = {
  /** Number of triangles, in which a mesh counts once per instance. */
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
