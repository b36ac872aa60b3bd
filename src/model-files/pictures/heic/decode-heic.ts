import libheif from 'libheif-js/libheif-wasm/libheif.js'

/** RGBA pixels, row by row from the top. */
export type HeicPixels = { data: Uint8ClampedArray<ArrayBuffer>; widthPx: number; heightPx: number }

/**
 * Upper bound of pixels, checked before decoding. No phone's camera has more, and that many pixels
 * take 400 MB as RGBA.
 */
const pixelsMax = 100_000_000

const checkPixels = (widthPx: number, heightPx: number): void => {
  if (widthPx * heightPx > pixelsMax) throw new Error('The picture is too large.')
}

/**
 * Decodes the primary picture of a HEIC file. Applies the file's rotation and mirroring.
 * @param wasm the bytes of `libheif.wasm`.
 * @param checkSides throws for sides that are not accepted. Called before decoding.
 * @throws {Error} if the file is damaged, too large, or has no still picture.
 */
export async function decodeHeic(
  file: Uint8Array,
  wasm: ArrayBuffer,
  checkSides: (widthPx: number, heightPx: number) => void = checkPixels,
): Promise<HeicPixels> {
  const decoder = new (libheif({ wasmBinary: wasm }).HeifDecoder)()
  const images = decoder.decode(file)
  try {
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0]
    if (!image) throw new Error('There is no picture in the file.')
    const [widthPx, heightPx] = [image.get_width(), image.get_height()]
    checkSides(widthPx, heightPx)
    const data = new Uint8ClampedArray(widthPx * heightPx * 4)
    const drawn = await new Promise((resolve) =>
      image.display({ data, width: widthPx, height: heightPx }, resolve),
    )
    if (drawn === null) throw new Error('The picture is damaged.')
    return { data, widthPx, heightPx }
  } finally {
    for (const image of images) image.free()
  }
}
