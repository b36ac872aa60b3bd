import type { LightName } from '../light/light-sets.ts'

/** What of the model is shown: as it looks, or one property of it at a time. */
export type DisplayMode =
  | 'shaded'
  | 'clay'
  | 'matcap'
  | 'wireframe'
  | 'normals'
  | 'orientation'
  | 'depth'
  | 'uv'
  | 'texelDensity'
  | 'baseColor'
  | 'roughness'
  | 'metalness'
  | 'occlusion'
  | 'emissive'
  | 'alpha'
  | 'vertexColor'
  | 'normalTexture'
  | ExtensionChannel

/** What the material extensions of Khronos add. */
export type ExtensionChannel =
  | 'clearcoat'
  | 'clearcoatRoughness'
  | 'sheenColor'
  | 'sheenRoughness'
  | 'transmission'
  | 'iridescence'
  | 'anisotropy'
  | 'specular'
  | 'specularColor'

/** What stands behind the model. `page` is whatever the viewer lies on, `environment` what lights the model. */
export type Background = 'page' | 'white' | 'grey' | 'black' | 'checker' | 'environment'

export type ToneMappingName = 'neutral' | 'agx' | 'aces' | 'none'

/** How a model is looked at. Nothing of it changes the model. */
export type Look = {
  mode: DisplayMode
  /** The edges of all triangles, drawn over `mode`. */
  hasEdges: boolean
  /** In stops: each one doubles the light. */
  exposureEv: number
  toneMapping: ToneMappingName
  light: LightName
  /** How far the light is turned around the vertical axis, in degrees. */
  lightTurn: number
  background: Background
  /** Of the environment behind the model: 0 is sharp, 1 shows only where the light is. */
  backgroundBlur: number
  hasShadow: boolean
  /** A metric grid on the ground. */
  hasGrid: boolean
  /** The axes in a corner. */
  hasGizmo: boolean
  /** Orthographic: parallel edges stay parallel. */
  isOrthographic: boolean
  /** Turns slowly until a person takes over. */
  isTurning: boolean
}

export const defaultLook: Look = {
  mode: 'shaded',
  hasEdges: false,
  exposureEv: 0,
  toneMapping: 'neutral',
  light: 'studio',
  lightTurn: 0,
  background: 'page',
  backgroundBlur: 0,
  hasShadow: true,
  hasGrid: false,
  hasGizmo: false,
  isOrthographic: false,
  isTurning: false,
}

/** Whether a look needs more than the plain stage can do. */
export const needsLookEffects = ({
  mode,
  hasEdges,
  light,
  lightTurn,
  toneMapping,
}: Look): boolean =>
  mode !== 'shaded' ||
  hasEdges ||
  light !== defaultLook.light ||
  lightTurn !== 0 ||
  toneMapping !== defaultLook.toneMapping
