/**
 * Width and height of the saved picture in pixels, twice the largest displayed size in CSS pixels.
 */
const sizePx = 176

/**
 * Crops a picture to a square and scales the picture.
 * @throws {Error} if the browser cannot read the file.
 */
export async function readAssistantPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = sizePx
  canvas.height = sizePx
  const side = Math.min(bitmap.width, bitmap.height)
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
  canvas.getContext('2d')?.drawImage(bitmap, left, top, side, side, 0, 0, sizePx, sizePx)
  bitmap.close()
  // Browsers that cannot encode WebP return a PNG.
  return canvas.toDataURL('image/webp', 0.85)
}
