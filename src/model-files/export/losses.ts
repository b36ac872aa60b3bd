import type { GlbFeature } from '../glb/glb-features.ts'
import type { LoadedModel } from '../inspect/loaded-model.ts'
import { lossNames } from './loss-names.ts'
import { getExportFormat, type ExportFormat } from '#lib/export-formats.ts'

type Facts = Pick<LoadedModel, 'animations' | 'textures' | 'variants' | 'extensions' | 'features'>

const effects = [
  'clearcoat',
  'sheen',
  'transmission',
  'iridescence',
  'anisotropy',
  'specular',
  'dispersion',
] as const

const sceneParts = ['morphs', 'lights', 'cameras', 'strokes'] as const

/** Returns what an export in this format leaves out, as nouns such as `animation`. */
export function listLosses(
  format: ExportFormat,
  { animations, textures, variants, extensions, features }: Facts,
): string[] {
  const { keeps } = getExportFormat(format)
  if (keeps === 'everything') return []
  const has = (feature: GlbFeature) => features.includes(feature)
  const lost: string[] = []
  if (keeps.animations === 'first' && animations > 1) lost.push(lossNames.otherAnimations)
  if (keeps.animations === 'none' && animations > 0) lost.push(lossNames.animation)
  if (has('bones') && (keeps.animations === 'none' || animations === 0)) {
    lost.push(lossNames.bones)
  }
  for (const feature of sceneParts) if (has(feature)) lost.push(lossNames[feature])
  if (variants.length > 0) lost.push(lossNames.variants)
  if (keeps.textures === 'none') {
    if (textures > 0) lost.push(lossNames.textures)
    return textures > 0 || has('vertexColors') ? [...lost, lossNames.colors] : lost
  }
  for (const effect of effects) {
    if (extensions.includes(`KHR_materials_${effect}`)) lost.push(lossNames[effect])
  }
  return [...lost, ...listSurfaceLosses(format, { textures, has })]
}

type Surface = { textures: number; has: (feature: GlbFeature) => boolean }

function listSurfaceLosses(format: ExportFormat, { textures, has }: Surface): string[] {
  const { keeps } = getExportFormat(format)
  const isOfPoints = keeps !== 'everything' && keeps.textures === 'vertex'
  const isObj = format === 'obj'
  const all: readonly [isLost: boolean, name: string][] = [
    [isOfPoints && has('transparency'), lossNames.transparency],
    [has('vertexAlpha'), lossNames.vertexAlpha],
    [isObj && has('mixedSides'), lossNames.sides],
    [has('unlit'), lossNames.unlit],
    [format === 'usdz' && textures > 0 && has('vertexColors'), lossNames.vertexColors],
    [isOfPoints && textures > 0, lossNames.bakedTextures],
    [isObj && has('occlusion'), lossNames.occlusion],
    [isObj && has('manyPlacements'), lossNames.placements],
    [isObj && has('unusualWrapping'), lossNames.wrapping],
  ]
  return all.filter(([isLost]) => isLost).map(([, name]) => name)
}

/**
 * Returns a sentence such as `Leaves out animation and textures.`, or undefined if nothing is left
 * out.
 */
export const describeLosses = (losses: readonly string[]): string | undefined =>
  losses.length === 0 ? undefined : `Leaves out ${new Intl.ListFormat('en').format(losses)}.`
