import type { EmbeddedPicture, MeshPart, PartMaterial, Parts, Wrapping } from '../mesh/parts.ts'

/** A decoded picture with four bytes per pixel: red, green, blue in sRGB, and alpha. */
export type Pixels = { width: number; height: number; data: Uint8ClampedArray | Uint8Array }

export type DecodePicture = (picture: EmbeddedPicture) => Promise<Pixels>

/**
 * Gives every point of a model the colour of the texture, for formats without textures.
 * @param decode called once per picture.
 */
export async function withVertexColors(model: Parts, decode: DecodePicture): Promise<Parts> {
  const pixels = new Map<EmbeddedPicture, Pixels>()
  for (const { picture } of model.materials) {
    if (picture && !pixels.has(picture)) pixels.set(picture, await decode(picture))
  }
  const parts = model.parts.map((part) => {
    const material = model.materials[part.material]
    return { ...part, colors: getColors(part, material, pixels) }
  })
  return { ...model, parts }
}

function getColors(...[part, material, pixels]: Parameters<typeof createPointColor>): Float32Array {
  const getColor = createPointColor(part, material, pixels)
  const points = part.positions.length / 3
  const colors = new Float32Array(points * 3)
  for (let point = 0; point < points; point++) {
    colors.set(getColor([point, point, point], [1, 0, 0]), point * 3)
  }
  return colors
}

type Triple = readonly [number, number, number]

/**
 * Returns a function for the linear colour between three points of a part. The colour is the
 * product of texture, vertex colour and base colour.
 */
export function createPointColor(
  part: MeshPart,
  material: PartMaterial | undefined,
  pixels: ReadonlyMap<EmbeddedPicture, Pixels>,
): (points: Triple, weights: Triple) => [number, number, number] {
  const { uvs, colors } = part
  const factors: readonly number[] = material?.color ?? []
  const picture = material?.picture && pixels.get(material.picture)
  const wrap = material?.placements?.picture?.wrap ?? ['repeat', 'repeat']
  return ([p, q, r], [a, b, c]) => {
    const mix = (values: Float32Array, width: number, at: number) =>
      (values[p * width + at] ?? 0) * a +
      (values[q * width + at] ?? 0) * b +
      (values[r * width + at] ?? 0) * c
    const start =
      picture && uvs ? pixelAt(picture, { u: mix(uvs, 2, 0), v: mix(uvs, 2, 1), wrap }) : -1
    const getChannel = (channel: 0 | 1 | 2) => {
      const texel = start >= 0 ? decodeSrgb(picture?.data[start + channel] ?? 255) : 1
      return texel * (colors ? mix(colors, 3, channel) : 1) * (factors[channel] ?? 1)
    }
    return [getChannel(0), getChannel(1), getChannel(2)]
  }
}

type Placed = { u: number; v: number; wrap: readonly [Wrapping, Wrapping] }

function pixelAt({ width, height }: Pixels, placed: Placed): number {
  const u = wrapInto(placed.u, placed.wrap[0])
  const v = wrapInto(placed.v, placed.wrap[1])
  const x = Math.min(width - 1, Math.floor(u * width))
  const y = Math.min(height - 1, Math.floor(v * height))
  return 4 * (y * width + x)
}

/** Wraps a texture coordinate into the range from 0 to 1. Exactly 1 stays 1. */
function wrapInto(at: number, wrap: Wrapping): number {
  if (at >= 0 && at <= 1) return at
  if (wrap === 'clamp') return at < 0 ? 0 : 1
  const rest = at - Math.floor(at)
  return wrap === 'mirror' && Math.floor(at) % 2 !== 0 ? 1 - rest : rest
}

/** Converts 0 to 255 in sRGB to linear light, 0 to 1 (IEC 61966-2-1). */
export const decodeSrgb = (value: number): number => {
  const fraction = value / 255
  return fraction <= 0.04045 ? fraction / 12.92 : ((fraction + 0.055) / 1.055) ** 2.4
}

/** Converts linear light to 0 to 255 in sRGB. */
export const encodeSrgb = (light: number): number => {
  const fraction = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, fraction)) * 255)
}
