import type { LoadedModel } from '../inspect/loaded-model.ts'
import { getExportFormat, type ExportFormat } from '#lib/export-formats.ts'

type Facts = Pick<LoadedModel, 'animations' | 'textures' | 'variants' | 'extensions'>

const effects: readonly [extension: string, name: string][] = [
  ['KHR_materials_clearcoat', 'clearcoat'],
  ['KHR_materials_sheen', 'sheen'],
  ['KHR_materials_transmission', 'transmission'],
  ['KHR_materials_iridescence', 'iridescence'],
  ['KHR_materials_anisotropy', 'anisotropy'],
]

/** Returns what an export in this format leaves out, as nouns such as `animation`. */
export function listLosses(
  format: ExportFormat,
  { animations, textures, variants, extensions }: Facts,
): string[] {
  const { keeps } = getExportFormat(format)
  if (keeps === 'everything') return []
  const lost: string[] = []
  if (keeps.animations === 'first' && animations > 1) lost.push('animations after the first')
  if (keeps.animations === 'none' && animations > 0) lost.push('animation')
  if (variants.length > 0) lost.push('the other variants')
  if (keeps.textures === 'none') return [...lost, ...(textures > 0 ? ['textures', 'colours'] : [])]
  for (const [extension, name] of effects) if (extensions.includes(extension)) lost.push(name)
  if (textures === 0) return lost
  if (keeps.textures === 'colour') lost.push('textures other than colours')
  if (keeps.textures === 'vertex') lost.push('textures (they become vertex colours)')
  return lost
}

/** Returns `Leaves out animation and textures.`; undefined without losses. */
export const describeLosses = (losses: readonly string[]): string | undefined =>
  losses.length === 0 ? undefined : `Leaves out ${new Intl.ListFormat('en').format(losses)}.`
