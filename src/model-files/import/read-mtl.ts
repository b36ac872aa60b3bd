import type { PartMaterial, Picture } from '../mesh/parts.ts'
import { unpainted } from './read-three.ts'

/**
 * Reads the materials of an OBJ: colours, roughness and the colour's picture.
 *
 * @param pictureNamed the dropped file of that name, if it is there.
 */
export function readMtl(
  text: string,
  pictureNamed: (name: string) => Picture | undefined,
): Map<string, PartMaterial> {
  const materials = new Map<string, PartMaterial>()
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
    materials.set(name, { ...material, ...readLine({ word, rest }, material, pictureNamed) })
  }
  return materials
}

type MtlLine = {
  readonly word: string
  /** What follows the word. */
  readonly rest: readonly string[]
}

function readLine(
  { word, rest }: MtlLine,
  { color }: PartMaterial,
  pictureNamed: (name: string) => Picture | undefined,
): Partial<PartMaterial> {
  const [red = 0, green = red, blue = red] = rest.map(Number).map((value) => clean(value))
  switch (word) {
    case 'Kd':
      return { color: [linear(red), linear(green), linear(blue), color[3]] }
    case 'Ke':
      return { emissive: [linear(red), linear(green), linear(blue)] }
    case 'd':
      return { color: [color[0], color[1], color[2], red] }
    case 'Tr':
      return { color: [color[0], color[1], color[2], 1 - red] }
    case 'Pr':
      return { roughness: red }
    case 'Pm':
      return { metalness: red }
    case 'map_Kd': {
      // Options come first, the name last.
      const picture = pictureNamed(rest.at(-1) ?? '')
      return picture ? { picture, color: [1, 1, 1, color[3]] } : {}
    }
    default:
      return {}
  }
}

const clean = (value: number): number => (value >= 0 && value <= 1 ? value : 1)
const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
