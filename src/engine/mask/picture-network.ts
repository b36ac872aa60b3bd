import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import sharp from 'sharp'
import { clamp } from '#lib/clamp.ts'
import type { Picture } from '../decode.ts'
import { EngineError } from '../errors.ts'
import type { Plane } from '../raster/plane.ts'

/** What a network wants its pictures to be like. */
export type NetworkInput = {
  /** Side of the square where the file leaves it open. */
  readonly sidePx: number
  /** Of the colours after they are divided by the largest value, for red, green and blue. */
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
  /** Divide by the picture's brightest value instead of 255, as some were trained. */
  readonly isStretched?: boolean
}

const sideMin = 32
const sideMax = 1_536

/**
 * Runs an ONNX network that turns one picture into one plane: a mask, or depth.
 *
 * The runtime is loaded here and not at the top: it takes some 150 MB, and most pictures never
 * need it. It is WebAssembly from `node_modules`, on one thread, and fetches nothing.
 *
 * @returns the first output, square, as it comes.
 * @throws {EngineError} `network_unusable` if the file takes or gives anything else.
 */
export async function runPictureNetwork(
  picture: Picture,
  path: string,
  wanted: (sidePx: number) => NetworkInput,
): Promise<Plane> {
  const [ort, weights] = await Promise.all([import('onnxruntime-web'), readWeights(path)])
  ort.env.wasm.numThreads = 1
  ort.env.logLevel = 'error'
  const session = await ort.InferenceSession.create(weights, {
    executionProviders: ['wasm'],
  }).catch((cause: unknown) => {
    throw unusable(path, 'is no ONNX network that can be read', cause)
  })
  try {
    const [input] = session.inputMetadata
    const shape = input?.isTensor ? input.shape : []
    const given = Number(shape[3])
    const fixed = Number.isInteger(given) && given > 0
    const asked = wanted(fixed ? given : 0)
    const side = clamp(fixed ? given : asked.sidePx, sideMin, sideMax)
    if (session.inputNames.length !== 1 || shape.length !== 4) {
      throw unusable(path, 'does not take a single picture')
    }
    const pixels = await squarePixels(picture, side)
    const tensor = new ort.Tensor('float32', normalise(pixels, asked), [1, 3, side, side])
    const output = await session
      .run({ [session.inputNames[0]]: tensor })
      .catch((cause: unknown) => {
        throw unusable(path, 'does not take a picture of its own size', cause)
      })
    const { data, dims } = output[session.outputNames[0]]
    const height = dims.at(-2) ?? 0
    const width = dims.at(-1) ?? 0
    if (
      !(data instanceof Float32Array) ||
      width < 2 ||
      height < 2 ||
      data.length < width * height
    ) {
      throw unusable(path, 'does not give a picture')
    }
    return { width, height, data: data.slice(0, width * height) }
  } finally {
    await session.release()
  }
}

const readWeights = (path: string) =>
  readFile(path).catch((cause: unknown) => {
    throw unusable(path, 'cannot be read', cause)
  })

/** Without its folder: whoever has a key reads this, and the folders here are none of their business. */
const unusable = (path: string, why: string, cause?: unknown) =>
  new EngineError('network_unusable', `The network file ${basename(path)} ${why}.`, { cause })

function squarePixels({ width, height, rgba }: Picture, side: number): Promise<Buffer> {
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .resize(side, side, { fit: 'fill' })
    .raw()
    .toBuffer()
}

/** Interleaved bytes to planes. */
function normalise(pixels: Uint8Array, { mean, deviation, isStretched }: NetworkInput) {
  let largest = isStretched ? 1 : 255
  if (isStretched) for (const value of pixels) if (value > largest) largest = value
  const size = pixels.length / 3
  const planes = new Float32Array(pixels.length)
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < size; i++) {
      const value = pixels[i * 3 + channel] / largest
      planes[channel * size + i] = (value - mean[channel]) / deviation[channel]
    }
  }
  return planes
}
