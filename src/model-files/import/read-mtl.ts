import type { PartMaterial, EmbeddedPicture } from '../mesh/parts.ts'
import type { ImportReport } from './import-report.ts'
import { unpainted } from './read-three.ts'

export type MtlMaterial = PartMaterial & {
  /** Transform of texture coordinates: scale, then offset. */
  picturePlace?: {
    readonly scale: readonly [number, number]
    readonly offset: readonly [number, number]
  }
}

type Reading = {
  readonly pictureNamed: (name: string) => EmbeddedPicture | undefined
  readonly leftOut: Set<string>
}

/**
 * Reads the materials of an OBJ: colours, roughness, and the pictures of colour and normals.
 * @param pictureNamed returns the dropped file of that name, if it exists.
 * @param report receives omissions.
 */
export function readMtl(
  text: string,
  pictureNamed: (name: string) => EmbeddedPicture | undefined,
  report: ImportReport,
): Map<string, MtlMaterial> {
  const materials = new Map<string, MtlMaterial>()
  const reading: Reading = { pictureNamed, leftOut: new Set() }
  let name: string | undefined
  for (const line of text.split(/\r?\n/)) {
    const [word = '', ...rest] = line.trim().split(/\s+/)
    if (word === 'newmtl') {
      name = rest.join(' ')
      materials.set(name, { ...unpainted, name })
      continue
    }
    const material = name === undefined ? undefined : materials.get(name)
    if (!material || name === undefined) continue
    materials.set(name, { ...material, ...readLine({ word, rest }, material, reading) })
  }
  for (const what of reading.leftOut) {
    const sentence = `Left out: ${what} of the materials.`
    if (!report.losses.includes(sentence)) report.losses.push(sentence)
  }
  return materials
}

type MtlLine = {
  readonly word: string
  readonly rest: readonly string[]
}

/** Kinds of pictures that are not supported, by their keywords in lower case. */
const otherPictures: Readonly<Record<string, string>> = {
  map_d: 'opacity maps',
  map_bump: 'bump maps',
  bump: 'bump maps',
  disp: 'displacement maps',
  map_ke: 'emission maps',
  map_ks: 'specular maps',
  map_pr: 'roughness maps',
  map_pm: 'metalness maps',
  refl: 'reflection maps',
}

function readLine(
  { word, rest }: MtlLine,
  { color }: MtlMaterial,
  { pictureNamed, leftOut }: Reading,
): Partial<MtlMaterial> {
  const [red = 0, green = red, blue = red] = rest.map(Number).map((value) => clean(value))
  switch (word) {
    case 'Kd':
      return { color: [linear(red), linear(green), linear(blue), color[3]] }
    case 'Ke':
      return { emissive: [linear(red), linear(green), linear(blue)] }
    case 'd':
      return { color: [color[0], color[1], color[2], visible(red)] }
    case 'Tr':
      return { color: [color[0], color[1], color[2], visible(1 - red)] }
    case 'Pr':
      return { roughness: red }
    case 'Pm':
      return { metalness: red }
    case 'map_Kd': {
      const { name, picturePlace } = readMap(rest)
      const picture = pictureNamed(name)
      if (!picture) return {}
      return { picture, color: [1, 1, 1, color[3]], ...(picturePlace && { picturePlace }) }
    }
    case 'norm':
    case 'map_Kn': {
      const normalPicture = pictureNamed(readMap(rest).name)
      return normalPicture ? { normalPicture } : {}
    }
    default: {
      const other = otherPictures[word.toLowerCase()]
      if (other !== undefined) leftOut.add(other)
      return {}
    }
  }
}

/** Number of values after each option. -o, -s and -t are not listed, because they take one to three. */
const optionValues: Readonly<Record<string, number>> = {
  '-blendu': 1,
  '-blendv': 1,
  '-bm': 1,
  '-boost': 1,
  '-cc': 1,
  '-clamp': 1,
  '-imfchan': 1,
  '-mm': 2,
  '-texres': 1,
  '-type': 1,
}

/** Parses a picture statement: options first, then the name, which may contain spaces. */
function readMap(words: readonly string[]): { name: string } & Pick<MtlMaterial, 'picturePlace'> {
  const vectors = new Map<string, number[]>()
  let at = 0
  while (words[at]?.startsWith('-')) {
    const option = words[at]?.toLowerCase() ?? ''
    const fixed = optionValues[option]
    at++
    if (fixed !== undefined) at += fixed
    else if (['-o', '-s', '-t'].includes(option)) {
      const numbers: number[] = []
      // The last word always belongs to the name.
      while (numbers.length < 3 && at < words.length - 1 && isNumber(words[at])) {
        numbers.push(Number(words[at]))
        at++
      }
      vectors.set(option, numbers)
    } else break
  }
  const name = words.slice(at).join(' ')
  const [u = 0, v = 0] = vectors.get('-o') ?? []
  const [su = 1, sv = 1] = vectors.get('-s') ?? []
  const isPlain = u === 0 && v === 0 && su === 1 && sv === 1
  return { name, ...(!isPlain && { picturePlace: { scale: [su, sv], offset: [u, v] } }) }
}

/**
 * Treats an invisible material as opaque: some programs write opacity as `Tr`, others transparency.
 */
const visible = (opacity: number): number => opacity || 1

const isNumber = (word = ''): boolean => word !== '' && Number.isFinite(Number(word))
const clean = (value: number): number => (value >= 0 && value <= 1 ? value : 1)
const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
