import type { EmbeddedPicture, MeshPart, PartMaterial, Parts, Wrapping } from '../mesh/parts.ts'

/** A decoded picture: red, green, blue in sRGB and alpha for each pixel. */
export type Pixels = { width: number; height: number; data: Uint8ClampedArray | Uint8Array }

export type DecodePicture = (picture: EmbeddedPicture) => Promise<Pixels>

/**
 * Gives every point the colour of the texture, for formats without textures.
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

function getColors(
  part: MeshPart,
  material: PartMaterial | undefined,
  pixels: ReadonlyMap<EmbeddedPicture, Pixels>,
): Float32Array {
  const points = part.positions.length / 3
  const colors = new Float32Array(points * 3)
  const factors: readonly number[] = material?.color ?? []
  const picture = material?.picture && pixels.get(material.picture)
  const wrap = material?.placements?.picture?.wrap ?? ['repeat', 'repeat']
  for (let point = 0; point < points; point++) {
    const start = picture && part.uvs ? pixelAt(picture, { uvs: part.uvs, wrap }, point) : -1
    for (let channel = 0; channel < 3; channel++) {
      const texel = start >= 0 ? decodeSrgb(picture?.data[start + channel] ?? 255) : 1
      const own = part.colors?.[point * 3 + channel] ?? 1
      colors[point * 3 + channel] = texel * own * (factors[channel] ?? 1)
    }
  }
  return colors
}

type Placed = { uvs: Float32Array; wrap: readonly [Wrapping, Wrapping] }

function pixelAt({ width, height }: Pixels, { uvs, wrap }: Placed, point: number): number {
  const u = wrapInto(uvs[point * 2] ?? 0, wrap[0])
  const v = wrapInto(uvs[point * 2 + 1] ?? 0, wrap[1])
  const x = Math.min(width - 1, Math.floor(u * width))
  const y = Math.min(height - 1, Math.floor(v * height))
  return 4 * (y * width + x)
}

/** Repeats a texture coordinate in the range from 0 to 1, but keeps exactly 1. */
function wrapInto(at: number, wrap: Wrapping): number {
  if (at >= 0 && at <= 1) return at
  if (wrap === 'clamp') return at < 0 ? 0 : 1
  const rest = at - Math.floor(at)
  return wrap === 'mirror' && Math.floor(at) % 2 !== 0 ? 1 - rest : rest
}

/** Converts 0 to 255 in sRGB to linear light, 0 to 1 (IEC 61966-2-1). */
const decodeSrgb = (value: number): number => {
  const fraction = value / 255
  return fraction <= 0.04045 ? fraction / 12.92 : ((fraction + 0.055) / 1.055) ** 2.4
}

/** Converts linear light to 0 to 255 in sRGB. */
export const encodeSrgb = (light: number): number => {
  const fraction = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, fraction)) * 255)
}
