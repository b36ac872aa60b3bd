/** Same settings as three.js for textures, which keep alpha and colours unchanged. */
const asItIs = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const

/**
 * Decodes a texture without changing its alpha and colours.
 * @throws {DOMException} named `InvalidStateError` if the picture cannot be read.
 */
export const decodeTexture = (file: Blob): Promise<ImageBitmap> => createImageBitmap(file, asItIs)

/** Returns a picture's mipmaps, from the picture itself down to one pixel. */
export async function shrinkStepwise(picture: ImageBitmap): Promise<ImageBitmap[]> {
  const levels = [picture]
  let { width, height } = picture
  while (width > 1 || height > 1) {
    width = Math.max(1, width >> 1)
    height = Math.max(1, height >> 1)
    levels.push(
      await createImageBitmap(levels.at(-1) ?? picture, {
        ...asItIs,
        resizeWidth: width,
        resizeHeight: height,
        resizeQuality: 'medium',
      }),
    )
  }
  return levels
}
