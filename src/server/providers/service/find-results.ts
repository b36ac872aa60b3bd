import { isRecord } from '#lib/fields.ts'
import { partAt } from '../../models/openapi/to-param-schema.ts'

const depthMax = 6
const addressesMax = 50

/**
 * Returns the URLs of model files in a model's output, the most likely URL first. Services and
 * models use different formats.
 * @param likely names of the usual fields, in order of preference.
 */
export function findResults(output: unknown, likely: readonly string[] = []): string[] {
  const found: { address: string; rank: number }[] = []
  const look = (value: unknown, names: readonly string[]) => {
    if (names.length > depthMax || found.length >= addressesMax) return
    if (typeof value === 'string') {
      if (/^https?:/i.test(value))
        found.push({ address: value, rank: getRank(value, names, likely) })
    } else if (Array.isArray(value)) {
      for (const item of value) look(item, [...names, ''])
    } else if (isRecord(value)) {
      for (const [name, part] of Object.entries(value)) look(part, [...names, name])
    }
  }
  look(output, [])
  return found
    .filter(({ rank }) => rank < never)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ address }) => address)
}

/**
 * Returns the chosen part of an output, or the whole output if the part is missing.
 * @param chosen a path such as `output.mesh`.
 */
export const getChosenOutput = (output: unknown, chosen: string | undefined): unknown =>
  (chosen === undefined ? undefined : partAt(output, chosen)) ?? output

const never = 100

function getRank(address: string, names: readonly string[], likely: readonly string[]): number {
  const ending = URL.canParse(address)
    ? (/\.(\w+)$/.exec(new URL(address).pathname)?.[1]?.toLowerCase() ?? '')
    : ''
  if (/^(?:png|jpe?g|webp|gif|mp4|webm|json|txt)$/.test(ending)) return never
  const at = likely.findIndex((name) => names.includes(name))
  const isOther = ending !== '' && ending !== 'glb' && modelEndings.has(ending)
  return (at === -1 ? likely.length : at) + (ending === 'glb' ? 0 : isOther ? 20 : 40)
}

const modelEndings = new Set([
  'gltf',
  'fbx',
  'obj',
  'stl',
  'ply',
  'usdz',
  '3mf',
  'zip',
  'dae',
  '3ds',
  'amf',
  'vox',
  'step',
  'stp',
  'iges',
  'igs',
  'splat',
  'spz',
  'ksplat',
  'sog',
])
