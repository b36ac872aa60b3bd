import type { Tensor } from 'onnxruntime-web'
import {
  getFloats,
  openNetwork,
  unusable,
  withNetwork,
  type OpenNetwork,
} from '../networks/open-network.ts'
import type { SceneCodes, ShapeNetwork } from '../networks/network-file.ts'
import { featuresAt } from './plane-features.ts'

/**
 * Shape and colours in a box from -1 to 1 along each axis: x to the right, y up, z towards the
 * camera.
 */
export type ShapeField = {
  /**
   * Returns the logarithm of the density relative to the surface at each point. Positive values are
   * inside.
   */
  readonly insideness: (points: Float32Array) => Promise<Float32Array>
  readonly colours: (points: Float32Array) => Promise<Float32Array>
  readonly close: () => Promise<void>
}

/** Half the side of TripoSR's box, in the network's own unit. */
const radius = 0.87
/** Density at the surface (TripoSR's default threshold). */
const level = 25
const chunk = 65_536
/** Side of the picture in pixels if the network file does not fix it. */
const usualSide = 512

/**
 * Runs the encoder on a picture, closes the encoder and opens the decoder.
 * @param draw returns the picture at the requested side, as planes from 0 to 1.
 * @throws {EngineError} `network_unusable`.
 */
export async function openField(
  { encoder, decoder, codes }: ShapeNetwork,
  draw: (sidePx: number) => Promise<Float32Array>,
): Promise<ShapeField> {
  const planes = codes ?? (await encode(encoder, draw))
  const network = await openNetwork(decoder)
  try {
    return getField(network, planes)
  } catch (error) {
    await network.close()
    throw error
  }
}

const encode = (
  path: string,
  draw: (sidePx: number) => Promise<Float32Array>,
): Promise<SceneCodes> =>
  withNetwork(path, async ({ ort, session, shapes, run }) => {
    const [name] = session.inputNames
    const shape = name === undefined ? [] : shapes[name]
    if (session.inputNames.length !== 1 || shape.length !== 4) {
      throw unusable(path, 'does not take a single picture')
    }
    const side = shape[3] > 0 ? shape[3] : usualSide
    const picture = new ort.Tensor('float32', await draw(side), [1, 3, side, side])
    const output = await run({ [name]: picture })
    const planes = output[session.outputNames[0]]
    const dims = planes?.dims ?? []
    if (dims.length !== 5 || dims[1] !== 3) throw unusable(path, 'does not give three planes')
    // Copy the data, because closing the session frees the runtime's memory.
    return { data: getFloats(path, planes).slice(), dims }
  })

type Answer = { density: Float32Array; colour: Float32Array }

function getField(
  { ort, session, shapes, run, path, close }: OpenNetwork,
  planes: SceneCodes,
): ShapeField {
  const names = session.inputNames
  const points = names.find((name) => shapes[name].at(-1) === 3)
  const codes = names.find((name) => shapes[name].length === 5)
  const channels = 3 * (planes.dims[2] ?? 0)
  const features = names.find((name) => shapes[name].at(-1) === channels)
  const ask = (at: Float32Array): Record<string, Tensor> => {
    const count = at.length / 3
    if (names.length === 2 && points !== undefined && codes !== undefined) {
      const scaled = at.map((value) => value * radius)
      return {
        [codes]: new ort.Tensor('float32', planes.data, [...planes.dims]),
        [points]: new ort.Tensor('float32', scaled, [1, count, 3]),
      }
    }
    if (names.length === 1 && features !== undefined) {
      const found = featuresAt(planes, at)
      const shape = shapes[features].length === 3 ? [1, count, channels] : [count, channels]
      return { [features]: new ort.Tensor('float32', found, shape) }
    }
    throw unusable(path, 'does not take points')
  }
  const answerAt = async (at: Float32Array): Promise<Answer> => {
    const output = await run(ask(toNetwork(at)))
    const density = session.outputNames.find((name) => output[name]?.dims.at(-1) === 1)
    const colour = session.outputNames.find((name) => output[name]?.dims.at(-1) === 3)
    if (density === undefined || colour === undefined) throw unusable(path, 'gives no densities')
    return {
      density: getFloats(path, output[density]),
      colour: getFloats(path, output[colour]),
    }
  }
  const inChunks = async (
    at: Float32Array,
    size: 1 | 3,
    pick: (answer: Answer) => Float32Array,
  ) => {
    const all = new Float32Array((at.length / 3) * size)
    for (let from = 0; from < at.length; from += chunk * 3) {
      const answer = pick(await answerAt(at.subarray(from, from + chunk * 3)))
      all.set(answer, (from / 3) * size)
    }
    return all
  }
  let isRaw: boolean | undefined
  return {
    async insideness(at) {
      const density = await inChunks(at, 1, (answer) => answer.density)
      // Densities are never negative, so negative values are raw outputs before the final
      // activation.
      isRaw ??= density.some((value) => value < 0)
      return density.map((value) =>
        isRaw ? value - 1 - Math.log(level) : Math.log(Math.max(1e-12, value) / level),
      )
    },
    async colours(at) {
      const colour = await inChunks(at, 3, (answer) => answer.colour)
      const isLogit = colour.some((value) => value < -0.01 || value > 1.01)
      return isLogit ? colour.map((value) => 1 / (1 + Math.exp(-value))) : colour
    },
    close,
  }
}

function toNetwork(points: Float32Array): Float32Array {
  const turned = new Float32Array(points.length)
  for (let k = 0; k < points.length; k += 3) {
    turned[k] = points[k + 2]
    turned[k + 1] = points[k]
    turned[k + 2] = points[k + 1]
  }
  return turned
}
