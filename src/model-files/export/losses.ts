import type { GlbFeature } from '../glb/glb-features.ts'
import type { LoadedModel } from '../inspect/loaded-model.ts'
import { getExportFormat, type ExportFormat } from '#lib/export-formats.ts'

type Facts = Pick<LoadedModel, 'animations' | 'textures' | 'variants' | 'extensions' | 'features'>

const effects: readonly [extension: string, name: string][] = [
  ['KHR_materials_clearcoat', 'clearcoat'],
  ['KHR_materials_sheen', 'sheen'],
  ['KHR_materials_transmission', 'transmission'],
  ['KHR_materials_iridescence', 'iridescence'],
  ['KHR_materials_anisotropy', 'anisotropy'],
  ['KHR_materials_specular', 'specular strength'],
  ['KHR_materials_dispersion', 'dispersion'],
]

const sceneParts: readonly [feature: GlbFeature, name: string][] = [
  ['morphs', 'morph targets (the shown shape is saved)'],
  ['lights', 'lights'],
  ['cameras', 'cameras'],
  ['strokes', 'lines and points'],
]

/** Returns what an export in this format leaves out, as nouns such as `animation`. */
export function listLosses(
  format: ExportFormat,
  { animations, textures, variants, extensions, features }: Facts,
): string[] {
  const { keeps } = getExportFormat(format)
  if (keeps === 'everything') return []
  const has = (feature: GlbFeature) => features.includes(feature)
  const lost: string[] = []
  if (keeps.animations === 'first' && animations > 1)
    lost.push('animations other than the shown one')
  if (keeps.animations === 'none' && animations > 0) lost.push('animation')
  if (has('bones') && (keeps.animations === 'none' || animations === 0)) {
    lost.push('bones (the shown pose is saved)')
  }
  for (const [feature, name] of sceneParts) if (has(feature)) lost.push(name)
  if (variants.length > 0) lost.push('the other variants')
  if (keeps.textures === 'none') {
    if (textures > 0) lost.push('textures')
    return textures > 0 || has('vertexColors') ? [...lost, 'colours'] : lost
  }
  for (const [extension, name] of effects) if (extensions.includes(extension)) lost.push(name)
  return [...lost, ...listSurfaceLosses(format, { textures, has })]
}

type Surface = { textures: number; has: (feature: GlbFeature) => boolean }

function listSurfaceLosses(format: ExportFormat, { textures, has }: Surface): string[] {
  const { keeps } = getExportFormat(format)
  const isOfPoints = keeps !== 'everything' && keeps.textures === 'vertex'
  const isObj = format === 'obj'
  const all: readonly [isLost: boolean, name: string][] = [
    [isOfPoints && has('transparency'), 'transparency'],
    [has('vertexAlpha'), 'the transparency of vertices'],
    [isObj && has('mixedSides'), 'which surfaces are drawn from both sides'],
    [has('unlit'), 'unlit shading'],
    [format === 'usdz' && textures > 0 && has('vertexColors'), 'vertex colours below textures'],
    [isOfPoints && textures > 0, 'textures (they become vertex colours)'],
    [isObj && has('occlusion'), 'ambient occlusion'],
    [isObj && has('manyPlacements'), 'textures that are placed differently from the colours'],
    [isObj && has('unusualWrapping'), 'mirrored texture repetition'],
  ]
  return all.filter(([isLost]) => isLost).map(([, name]) => name)
}

/**
 * Returns a sentence such as `Leaves out animation and textures.`, or undefined if nothing is left
 * out.
 */
export const describeLosses = (losses: readonly string[]): string | undefined =>
  losses.length === 0 ? undefined : `Leaves out ${new Intl.ListFormat('en').format(losses)}.`
