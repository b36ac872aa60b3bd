import sharp from 'sharp'
import { clamp } from '#lib/clamp.ts'
import type { DecodedPicture } from '../decode.ts'
import { getFloats, unusable, type OpenNetwork } from '../networks/open-network.ts'
import type { Plane } from '../raster/plane.ts'

export type NetworkInput = {
  /** Side of the square input, in pixels, if the network file does not fix it. */
  readonly sidePx: number
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
  readonly isStretched?: boolean
  /** True if the last of several outputs is the result, as for BiRefNet. */
  readonly isLast?: boolean
}

const sideMin = 32
const sideMax = 1_536

/**
 * Runs an ONNX network that turns one picture into one plane, such as a mask or a depth map.
 * @returns the first output, square, unchanged.
 * @throws {EngineError} `network_unusable` if the file has other inputs or outputs.
 */
export async function runPictureNetwork(
  picture: DecodedPicture,
  { ort, session, shapes, run, path }: OpenNetwork,
  wanted: (sidePx: number) => NetworkInput,
): Promise<Plane> {
  const [name] = session.inputNames
  const shape = name === undefined ? [] : shapes[name]
  const given = shape[3] ?? 0
  const asked = wanted(given)
  const side = clamp(given > 0 ? given : asked.sidePx, sideMin, sideMax)
  if (session.inputNames.length !== 1 || shape.length !== 4) {
    throw unusable(path, 'does not take a single picture')
  }
  const pixels = await squarePixels(picture, side)
  const tensor = new ort.Tensor('float32', normalise(pixels, asked), [1, 3, side, side])
  const output = await run({ [name]: tensor })
  const wantedName = asked.isLast ? session.outputNames.at(-1) : session.outputNames[0]
  const plane = output[wantedName ?? '']
  const data = getFloats(path, plane)
  const height = plane.dims.at(-2) ?? 0
  const width = plane.dims.at(-1) ?? 0
  if (width < 2 || height < 2 || data.length < width * height) {
    throw unusable(path, 'does not give a picture')
  }
  return { width, height, data: data.slice(0, width * height) }
}

function squarePixels({ width, height, rgba }: DecodedPicture, side: number): Promise<Buffer> {
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .resize(side, side, { fit: 'fill' })
    .raw()
    .toBuffer()
}

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
