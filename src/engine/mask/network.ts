import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Picture } from '../decode.ts'
import type { Plane } from '../raster/plane.ts'

const side = 320
// The network was trained on pictures normalised with ImageNet's statistics.
const mean = [0.485, 0.456, 0.406]
const deviation = [0.229, 0.224, 0.225]

/**
 * Runs U²-Netp on the picture, stretched to a square.
 *
 * The runtime is loaded here and not at the top: it takes some 150 MB, and most pictures never
 * need it. It is WebAssembly from `node_modules`, on one thread, and fetches nothing.
 *
 * @returns how likely each pixel belongs to the main object, 320 × 320.
 */
export async function guessForeground(picture: Picture, weightsPath: string): Promise<Plane> {
  const [ort, weights, pixels] = await Promise.all([
    import('onnxruntime-web'),
    readFile(weightsPath),
    squarePixels(picture),
  ])
  ort.env.wasm.numThreads = 1
  ort.env.logLevel = 'error'
  const session = await ort.InferenceSession.create(weights, { executionProviders: ['wasm'] })
  try {
    const input = new ort.Tensor('float32', normalise(pixels), [1, 3, side, side])
    const output = await session.run({ [session.inputNames[0]]: input })
    const values = output[session.outputNames[0]].data
    if (!(values instanceof Float32Array)) throw new Error('The mask network gave no numbers.')
    return { width: side, height: side, data: values.slice(0, side * side) }
  } finally {
    await session.release()
  }
}

function squarePixels({ width, height, rgba }: Picture): Promise<Buffer> {
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .resize(side, side, { fit: 'fill' })
    .raw()
    .toBuffer()
}

/** Interleaved bytes to planes, divided by the brightest value as in training. */
function normalise(pixels: Uint8Array): Float32Array {
  let brightest = 1
  for (const value of pixels) if (value > brightest) brightest = value
  const size = side * side
  const planes = new Float32Array(3 * size)
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < size; i++) {
      const value = pixels[i * 3 + channel] / brightest
      planes[channel * size + i] = (value - mean[channel]) / deviation[channel]
    }
  }
  return planes
}
