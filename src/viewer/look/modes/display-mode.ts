import type { Mesh, MeshStandardMaterial } from 'three'
import type { Uniforms } from '../make-uniforms.ts'

export type DisplayModeFacts<Value extends string = string> = {
  value: Value
  label: string
  group: 'Surface' | 'Shape' | 'Texture' | 'Channels' | 'Material extensions'
  legend?: string
}

export type InspectMode<Value extends string = string> = DisplayModeFacts<Value> & {
  /** GLSL statements that assign `drawn`. Modes with the same text share a branch of the shader. */
  glsl: string
  glslFunctions?: string
  usesTint?: boolean
  /** Changes the uniforms, which show the base colour before this call. */
  prepare?: (uniforms: Uniforms, shown: { mesh: Mesh; original: MeshStandardMaterial }) => void
}

/** Shows `value` as light, encoded for the screen. */
export const colorGlsl = 'drawn = encode(value.rgb);'
/** Shows the component of `value` that `pick` selects, in grey. */
export const dataGlsl = 'drawn = vec3(dot(value, pick));'
