import { LinearMipmapLinearFilter, type Object3D, SRGBColorSpace, type Texture } from 'three'
import { collectResources } from './resources.ts'
import { isDrawnInSoftware } from './software-gpu.ts'

/**
 * Makes the smaller copies of a model's coloured pictures, which textures are drawn from at a
 * distance, where the processor is the graphics card: drivers that draw in software take a quarter
 * of a second for those of 2048 × 2048 in sRGB, this a tenth of that.
 */
export async function addMipmaps(root: Object3D): Promise<void> {
  if (!isDrawnInSoftware()) return
  const made = new Map<ImageBitmap, Promise<ImageBitmap[]>>()
  const add = async (texture: Texture) => {
    const picture: unknown = texture.source.data
    if (!(picture instanceof ImageBitmap) || !needsMipmaps(texture)) return
    const levels = made.get(picture) ?? shrinkStepwise(picture)
    made.set(picture, levels)
    // three.js takes pictures here, which its types do not know.
    texture.mipmaps = (await levels) as unknown as HTMLCanvasElement[]
    texture.generateMipmaps = false
  }
  await Promise.all([...collectResources(root).textures].map(add))
}

const needsMipmaps = ({ colorSpace, generateMipmaps, minFilter, mipmaps }: Texture): boolean =>
  colorSpace === SRGBColorSpace &&
  generateMipmaps &&
  minFilter === LinearMipmapLinearFilter &&
  !mipmaps?.length

/** The picture, its half, the half of that, down to one pixel. */
async function shrinkStepwise(picture: ImageBitmap): Promise<ImageBitmap[]> {
  const levels = [picture]
  let { width, height } = picture
  while (width > 1 || height > 1) {
    width = Math.max(1, width >> 1)
    height = Math.max(1, height >> 1)
    levels.push(
      await createImageBitmap(levels.at(-1) ?? picture, {
        resizeWidth: width,
        resizeHeight: height,
        resizeQuality: 'medium',
        premultiplyAlpha: 'none',
        colorSpaceConversion: 'none',
      }),
    )
  }
  return levels
}
