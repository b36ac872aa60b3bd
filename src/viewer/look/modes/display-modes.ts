import { t } from '#languages/viewer.ts'
import { alphaMode } from './alpha.ts'
import { baseColorMode } from './base-color.ts'
import { depthMode } from './depth.ts'
import type { DisplayModeFacts } from './display-mode.ts'
import { emissiveMode } from './emissive.ts'
import { extensionModes } from './material-extensions.ts'
import { matcapMode } from './matcap.ts'
import { metalnessMode } from './metalness.ts'
import { normalTextureMode } from './normal-texture.ts'
import { normalsMode } from './normals.ts'
import { occlusionMode } from './occlusion.ts'
import { orientationMode } from './orientation.ts'
import { roughnessMode } from './roughness.ts'
import { texelDensityMode } from './texel-density.ts'
import { uvMode } from './uv.ts'
import { vertexColorMode } from './vertex-color.ts'

// `material-overrides.ts` draws the next three modes with separate materials.
const shadedMode: DisplayModeFacts<'shaded'> = {
  value: 'shaded',
  label: t('Shaded'),
  group: t('Surface'),
}
const clayMode: DisplayModeFacts<'clay'> = {
  value: 'clay',
  label: t('Clay'),
  group: t('Surface'),
  legend: t('The shape alone, without materials.'),
}
const wireframeMode: DisplayModeFacts<'wireframe'> = {
  value: 'wireframe',
  label: t('Wireframe'),
  group: t('Shape'),
  legend: t('Visible edges, without surfaces.'),
}

export const inspectModes = [
  matcapMode,
  normalsMode,
  orientationMode,
  depthMode,
  uvMode,
  texelDensityMode,
  baseColorMode,
  roughnessMode,
  metalnessMode,
  occlusionMode,
  emissiveMode,
  alphaMode,
  vertexColorMode,
  normalTextureMode,
  ...extensionModes,
] as const

export type InspectedMode = (typeof inspectModes)[number]['value']

export type DisplayMode = 'shaded' | 'clay' | 'wireframe' | InspectedMode

/** All display modes in the order of the menus, which show the group names. */
export const displayModes: readonly DisplayModeFacts<DisplayMode>[] = [
  shadedMode,
  clayMode,
  matcapMode,
  wireframeMode,
  ...inspectModes.slice(1),
]
