import { Color, SRGBColorSpace, type Texture } from 'three'

const sidePx = 16
const known = new WeakMap<Texture, Color>()

/**
 * Returns the mean value of a texture, in linear light for colours, or undefined without a readable
 * picture.
 */
export function getMeanTexel(texture: Texture | null | undefined): Color | undefined {
  if (!texture) return undefined
  const before = known.get(texture)
  if (before) return before
  const mean = computeMean(texture)
  if (mean) known.set(texture, mean)
  return mean
}

function computeMean(texture: Texture): Color | undefined {
  const context = new OffscreenCanvas(sidePx, sidePx).getContext('2d')
  if (!context) return undefined
  try {
    context.drawImage(texture.image as CanvasImageSource, 0, 0, sidePx, sidePx)
  } catch {
    // A compressed texture has no picture, and other pictures may already be freed.
    return undefined
  }
  const { data } = context.getImageData(0, 0, sidePx, sidePx)
  const sum = new Color(0, 0, 0)
  const texel = new Color()
  for (let at = 0; at < data.length; at += 4) {
    texel.setRGB((data[at] ?? 0) / 255, (data[at + 1] ?? 0) / 255, (data[at + 2] ?? 0) / 255)
    if (texture.colorSpace === SRGBColorSpace) texel.convertSRGBToLinear()
    sum.add(texel)
  }
  return sum.multiplyScalar(1 / (sidePx * sidePx))
}
