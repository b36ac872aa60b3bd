import { createPointColor, type DecodePicture, type Pixels } from '../../export/vertex-colors.ts'
import type { EmbeddedPicture, MeshPart, Parts } from '../../mesh/parts.ts'
import { type Lab, toOklab } from './oklab.ts'

export type Weights = readonly [number, number, number]

export type ColorSampler = {
  /**
   * Returns the colour at a point of a triangle.
   * @param corner index of the triangle's first corner.
   */
  sample: (corner: number, weights: Weights) => Lab
  isPlain: (corner: number) => boolean
}

/**
 * Reads the colours of a surface from textures, vertex colours and base colours.
 * @param origins original point of each corner, from `weld`.
 */
export async function createColorSampler(
  { parts, materials }: Parts,
  origins: Uint32Array,
  decode: DecodePicture,
): Promise<ColorSampler> {
  const pixels = new Map<EmbeddedPicture, Pixels>()
  for (const { picture } of materials) {
    if (picture && !pixels.has(picture)) pixels.set(picture, await decode(picture))
  }
  const starts: number[] = []
  let count = 0
  for (const { positions } of parts) {
    starts.push(count)
    count += positions.length / 3
  }
  const owner = new Uint32Array(count)
  starts.forEach((start, at) => owner.fill(at, start, starts[at + 1] ?? count))
  const samplers = parts.map((part) => createPointColor(part, materials[part.material], pixels))
  const plain = parts.map(
    (part) => !part.colors && !(part.uvs && materials[part.material]?.picture),
  )
  const locate = (corner: number) => {
    const place = owner[origins[corner] ?? 0] ?? 0
    const start = starts[place] ?? 0
    const [p, q, r] = [0, 1, 2].map((at) => (origins[corner + at] ?? 0) - start)
    return { place, points: [p ?? 0, q ?? 0, r ?? 0] as const }
  }
  return {
    sample: (corner, weights) => {
      const { place, points } = locate(corner)
      const [red, green, blue] = samplers[place]?.(points, weights) ?? [1, 1, 1]
      return toOklab(red, green, blue)
    },
    isPlain: (corner) => {
      const { place, points } = locate(corner)
      const part = parts[place]
      return plain[place] === true || (part !== undefined && hasEqualColors(part, points))
    },
  }
}

function hasEqualColors({ colors, uvs }: MeshPart, [p, q, r]: Weights): boolean {
  if (uvs || !colors) return false
  return [0, 1, 2].every(
    (channel) =>
      colors[p * 3 + channel] === colors[q * 3 + channel] &&
      colors[q * 3 + channel] === colors[r * 3 + channel],
  )
}
