import type { LossNoun } from '../loss-noun.ts'
import { formatPlural } from '#lib/format.ts'
import type { PartMaterial, EmbeddedPicture } from '../../mesh/parts.ts'
import type { ImportReport } from '../import-report.ts'
import { toLinear } from '../to-linear.ts'
import { unpainted } from '../read-three.ts'
import { readStatements, withoutComment } from './obj-lines.ts'

export type MtlMaterial = PartMaterial & {
  picturePlace?: {
    readonly scale: readonly [number, number]
    readonly offset: readonly [number, number]
  }
  ambientName?: string
  opacityName?: string
  hasPictureName?: boolean
}

type Reading = {
  readonly pictureNamed: (name: string) => EmbeddedPicture | undefined
  readonly leftOut: Map<LossNoun, number>
}

/**
 * Reads the materials of an OBJ: colours, roughness, and the pictures of colour and normals.
 * @param pictureNamed returns the file of a name, if the user added the file.
 * @param report receives omissions.
 */
export function readMtl(
  text: string,
  pictureNamed: (name: string) => EmbeddedPicture | undefined,
  report: ImportReport,
): Map<string, MtlMaterial> {
  const materials = new Map<string, MtlMaterial>()
  const reading: Reading = { pictureNamed, leftOut: new Map() }
  let name: string | undefined
  for (const line of readStatements(text)) {
    if (line.startsWith('#')) continue
    const [first = ''] = line.split(/\s+/)
    const word = first.toLowerCase()
    if (word === 'newmtl') {
      name = line.slice(first.length).trim()
      materials.set(name, { ...unpainted, name })
      continue
    }
    const material = name === undefined ? undefined : materials.get(name)
    if (!material || name === undefined) continue
    const rest = withoutComment(line.slice(first.length)).split(/\s+/)
    materials.set(name, { ...material, ...readLine({ word, rest }, material, reading) })
  }
  for (const [key, material] of materials) {
    materials.set(key, withOpacity(withAmbient(material, pictureNamed), reading))
  }
  for (const [what, count] of reading.leftOut) {
    const sentence = `Left out: ${formatPlural(count, what)}.`
    if (!report.losses.includes(sentence)) report.losses.push(sentence)
  }
  return materials
}

/** Uses the ambient picture as the colour, because some programs name only this picture. */
function withAmbient(
  { ambientName, ...material }: MtlMaterial,
  pictureNamed: Reading['pictureNamed'],
): MtlMaterial {
  if (ambientName === undefined || material.picture || material.hasPictureName) return material
  const picture = pictureNamed(ambientName)
  return picture ? { ...material, picture, color: [1, 1, 1, material.color[3]] } : material
}

/** Uses the alpha of the colour's picture as opacity, and leaves out separate opacity pictures. */
function withOpacity(
  { opacityName, ...material }: MtlMaterial,
  { pictureNamed, leftOut }: Reading,
): MtlMaterial {
  if (opacityName === undefined) return material
  if (material.picture && pictureNamed(opacityName)?.bytes === material.picture.bytes) {
    return { ...material, alphaMode: 'BLEND' }
  }
  leftOut.set('opacity map', (leftOut.get('opacity map') ?? 0) + 1)
  return material
}

type MtlLine = {
  readonly word: string
  readonly rest: readonly string[]
}

const otherPictures: Readonly<Record<string, LossNoun>> = {
  disp: 'displacement map',
  map_disp: 'displacement map',
  map_ks: 'specular map',
  map_ns: 'gloss map',
  map_pr: 'roughness map',
  map_pm: 'metalness map',
  map_ps: 'sheen map',
  refl: 'reflection map',
  map_refl: 'reflection map',
  decal: 'decal',
}

function readLine(
  { word, rest }: MtlLine,
  { color }: MtlMaterial,
  { pictureNamed, leftOut }: Reading,
): Partial<MtlMaterial> {
  const numbers = rest.map((value) => clean(Number(value.replace(/,$/, '').replace(',', '.'))))
  const [red = 0, green = red, blue = red] = numbers
  const leaveOut = (what: LossNoun) => {
    leftOut.set(what, (leftOut.get(what) ?? 0) + 1)
    return {}
  }
  switch (word) {
    case 'kd':
      return { color: [toLinear(red), toLinear(green), toLinear(blue), color[3]] }
    case 'ke':
      return { emissive: [toLinear(red), toLinear(green), toLinear(blue)] }
    case 'd': {
      // In a statement such as `d -halo 0.5`, the number follows an option.
      const opacity = Number(rest.at(-1))
      return { color: [color[0], color[1], color[2], visible(clean(opacity))] }
    }
    case 'tr':
      return { color: [color[0], color[1], color[2], visible(1 - red)] }
    case 'pr':
      return { roughness: red }
    case 'pm':
      return { metalness: red }
    case 'map_kd':
    case 'map_basecolor': {
      const { name, picturePlace } = readMap(rest)
      const picture = name === '' ? undefined : pictureNamed(name)
      if (!picture) return { hasPictureName: true }
      return { picture, color: [1, 1, 1, color[3]], ...(picturePlace && { picturePlace }) }
    }
    case 'map_ka':
      return { ambientName: readMap(rest).name }
    case 'norm':
    case 'map_kn':
    case 'map_bump':
    case 'bump': {
      const { name } = readMap(rest)
      // Many programs write normal maps with the keyword of bump maps, so the file name decides.
      const isBump = word.endsWith('bump') && !/norm|nrm|_n[_.]|_ddn/i.test(name)
      if (isBump) return leaveOut('bump map')
      const normalPicture = pictureNamed(name)
      return normalPicture ? { normalPicture } : {}
    }
    case 'map_ke':
    case 'map_emissive': {
      const emissivePicture = pictureNamed(readMap(rest).name)
      return emissivePicture ? { emissivePicture, emissive: [1, 1, 1] } : {}
    }
    case 'map_d':
    case 'map_tr':
    case 'map_opacity':
      return { opacityName: readMap(rest).name }
    default: {
      const other = new Map(Object.entries(otherPictures)).get(word)
      return other === undefined ? {} : leaveOut(other)
    }
  }
}

/** Number of values after each option. The options -o, -s and -t take one to three values. */
const optionValues: Readonly<Record<string, number>> = {
  '-blendu': 1,
  '-blendv': 1,
  '-bm': 1,
  '-colorspace': 1,
  '-boost': 1,
  '-cc': 1,
  '-clamp': 1,
  '-imfchan': 1,
  '-mm': 2,
  '-texres': 1,
  '-type': 1,
}

function readMap(words: readonly string[]): { name: string } & Pick<MtlMaterial, 'picturePlace'> {
  const vectors = new Map<string, number[]>()
  let at = 0
  while (/^-[a-z]/i.test(words[at] ?? '')) {
    const option = words[at]?.toLowerCase() ?? ''
    const fixed = optionValues[option]
    at++
    if (fixed !== undefined) at += fixed
    else if (['-o', '-s', '-t'].includes(option)) {
      const numbers: number[] = []
      // The last word of the statement always belongs to the name.
      while (numbers.length < 3 && at < words.length - 1 && isNumber(words[at])) {
        numbers.push(Number(words[at]))
        at++
      }
      vectors.set(option, numbers)
    } else break
  }
  const name = words
    .slice(at)
    .join(' ')
    .replace(/^"(.*)"$/, '$1')
  const [u = 0, v = 0] = vectors.get('-o') ?? []
  const [su = 1, sv = 1] = vectors.get('-s') ?? []
  const isPlain = u === 0 && v === 0 && su === 1 && sv === 1
  return { name, ...(!isPlain && { picturePlace: { scale: [su, sv], offset: [u, v] } }) }
}

/**
 * Treats an invisible material as opaque, because some programs write opacity where others write
 * transparency.
 */
const visible = (opacity: number): number => opacity || 1

const isNumber = (word = ''): boolean => word !== '' && Number.isFinite(Number(word))
const clean = (value: number): number => (value >= 0 && value <= 1 ? value : 1)
