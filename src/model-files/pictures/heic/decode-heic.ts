import libheif from 'libheif-js/libheif-wasm/libheif.js'

/** RGBA pixels, row by row from the top. */
export type HeicPixels = { data: Uint8ClampedArray<ArrayBuffer>; widthPx: number; heightPx: number }

/**
 * Maximum number of pixels, more than any phone's camera has. As RGBA, that many pixels take 400
 * MB.
 */
const pixelsMax = 100_000_000

const checkPixels = (widthPx: number, heightPx: number): void => {
  if (widthPx * heightPx > pixelsMax) throw new Error('The picture is too large.')
}

/**
 * Decodes the primary picture of a HEIC file, with the file's rotation and mirroring.
 * @param wasm the bytes of `libheif.wasm`.
 * @param checkSides throws for unaccepted sides, before decoding.
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
