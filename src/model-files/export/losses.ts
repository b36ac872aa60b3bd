import type { LoadedModel } from '../inspect/loaded-model.ts'
import type { ExportFormat } from './formats.ts'

type Facts = Pick<LoadedModel, 'animations' | 'textures' | 'variants' | 'extensions'>

const effects: readonly [extension: string, name: string][] = [
  ['KHR_materials_clearcoat', 'clearcoat'],
  ['KHR_materials_sheen', 'sheen'],
  ['KHR_materials_transmission', 'transmission'],
  ['KHR_materials_iridescence', 'iridescence'],
  ['KHR_materials_anisotropy', 'anisotropy'],
]

/** Returns the parts of a model that a format cannot hold, as nouns: `animation`. */
export function lossesOf(
  format: ExportFormat,
  { animations, textures, variants, extensions }: Facts,
): string[] {
  // glTF is the model itself, in several files.
  if (format === 'gltf') return []
  const lost: string[] = []
  // USDZ holds the first animation of skeletons and parts.
  if (format === 'usdz' && animations > 1) lost.push('animations after the first')
  if (format !== 'usdz' && animations > 0) lost.push('animation')
  if (variants.length > 0) lost.push('the other variants')
  if (format === 'stl') return [...lost, ...(textures > 0 ? ['textures', 'colours'] : [])]
  for (const [extension, name] of effects) if (extensions.includes(extension)) lost.push(name)
  if (textures === 0) return lost
  if (format === 'obj') lost.push('textures other than colours')
  if (format === 'ply' || format === '3mf') lost.push('textures (they become vertex colours)')
  return lost
}

/** Returns `Leaves out animation and textures.`; undefined without losses. */
export const describeLosses = (losses: readonly string[]): string | undefined =>
  losses.length === 0 ? undefined : `Leaves out ${new Intl.ListFormat('en').format(losses)}.`
