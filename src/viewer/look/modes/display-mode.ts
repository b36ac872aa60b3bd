import type { Mesh, MeshStandardMaterial } from 'three'
import type { Uniforms } from '../make-uniforms.ts'

export type DisplayModeFacts<Value extends string = string> = {
  value: Value
  label: string
  /** Heading of the menu under which the mode is listed. */
  group: string
  legend?: string
}

export type InspectMode<Value extends string = string> = DisplayModeFacts<Value> & {
  /**
   * GLSL statements that assign the colour to `drawn`. Modes with equal statements share a branch
   * of the shader.
   */
  glsl: string
  glslFunctions?: string
  usesTint?: boolean
  /** Sets the uniforms for this mode. Before each call, the uniforms show the base colour. */
  prepare?: (uniforms: Uniforms, shown: { mesh: Mesh; original: MeshStandardMaterial }) => void
}

/** GLSL that shows `value` as light, encoded for the screen. */
export const colorGlsl = 'drawn = encode(value.rgb);'
/** GLSL that shows one component of `value` in grey, selected by `pick`. */
export const dataGlsl = 'drawn = vec3(dot(value, pick));'
