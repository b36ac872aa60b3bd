import { cutMaterial, type Parts } from '../mesh/parts.ts'
import { encodeSrgb } from './vertex-colors.ts'

/** `of` holds the index of each point's colour. */
type Palette = { colors: string[]; of: Uint16Array }

/** Slicers accept up to 16 filaments in a painted model. */
export const filamentsMax = 16
/** Number of levels per colour channel. Few levels keep the list of all colours short. */
const colorSteps = 16

/** Returns the rounded colours of all points. */
export function getPalette(model: Parts): Palette {
  const places = new Map<string, number>()
  const of = mapPoints(model, (channels) => {
    const color = toHexColor(
      channels.map((light) => {
        const step = Math.round((encodeSrgb(light) / 255) * (colorSteps - 1))
        return Math.round((step * 255) / (colorSteps - 1))
      }),
    )
    const known = places.get(color) ?? places.size
    places.set(color, known)
    return known
  })
  return { colors: [...places.keys()], of }
}

/**
 * Returns the colours of a model with 2 to 16 plain colours, in the order of the materials.
 * Surfaces of a cut get the first colour.
 * @param origins points of the triangles' corners.
 */
export function findFilaments(model: Parts, origins: Uint32Array): Palette | undefined {
  const places = new Map<string, number>()
  const isCut = model.materials.map(({ name }) => name === cutMaterial.name)
  const sorted = model.parts.toSorted((one, other) => one.material - other.material)
  for (const { positions, colors, material } of sorted) {
    if (isCut[material]) continue
    for (let at = 0; at < positions.length && places.size <= filamentsMax; at += 3) {
      const color = getExactColor(colors, at)
      if (!places.has(color)) places.set(color, places.size)
    }
  }
  if (places.size < 2 || places.size > filamentsMax) return undefined
  const of = mapPoints(model, (channels, material) =>
    isCut[material] ? 0 : (places.get(toHexColor(channels.map(encodeSrgb))) ?? 0),
  )
  for (let at = 0; at < origins.length; at += 3) {
    const [p, q, r] = [0, 1, 2].map((corner) => of[origins[at + corner] ?? 0])
    if (p !== q || q !== r) return undefined
  }
  return { colors: [...places.keys()], of }
}

const getExactColor = (colors: Float32Array | undefined, at: number): string =>
  toHexColor([0, 1, 2].map((channel) => encodeSrgb(colors?.[at + channel] ?? 1)))

function mapPoints(
  { parts }: Parts,
  getIndex: (channels: readonly number[], material: number) => number,
): Uint16Array {
  const of = new Uint16Array(parts.reduce((sum, { positions }) => sum + positions.length / 3, 0))
  let point = 0
  for (const { positions, colors, material } of parts) {
    for (let at = 0; at < positions.length; at += 3) {
      const channels = [0, 1, 2].map((channel) => colors?.[at + channel] ?? 1)
      of[point] = getIndex(channels, material)
      point++
    }
  }
  return of
}

const toHexColor = (channels: readonly number[]): string =>
  `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
