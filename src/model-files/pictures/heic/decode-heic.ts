import libheif from 'libheif-js/libheif-wasm/libheif.js'

/** RGBA, row by row from the top. */
export type Pixels = { data: Uint8ClampedArray<ArrayBuffer>; widthPx: number; heightPx: number }

/** More than any phone takes, and 400 MB of RGBA: what comes above is refused before it is decoded. */
const pixelsMax = 100_000_000

/**
 * The main picture of a HEIC file, upright (libheif turns it as the file says).
 *
 * @param wasm The bytes of `libheif.wasm`.
 * @throws {Error} when it is damaged, too large, or holds no picture.
 */
export async function decodeHeic(file: Uint8Array, wasm: ArrayBuffer): Promise<Pixels> {
  const decoder = new (libheif({ wasmBinary: wasm }).HeifDecoder)()
  const images = decoder.decode(file)
  try {
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0]
    if (!image) throw new Error('There is no picture in the file.')
    const [widthPx, heightPx] = [image.get_width(), image.get_height()]
    if (widthPx * heightPx > pixelsMax) throw new Error('The picture is too large.')
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
