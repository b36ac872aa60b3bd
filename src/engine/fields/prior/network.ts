import { convolve, enlarge, fold, stack, type Convolution, type Planes } from './layers.ts'
import { priorChannels, priorSide, type PriorPicture } from './picture.ts'

/** Number of cells along each side of the network's frame. */
export const priorCellsAcross = 32
/** Number of cells along the depth, from the nearest to the furthest. */
export const priorCellsDeep = 48

export type PriorNetwork = readonly Convolution[]

/**
 * Reads the weights. Each layer has three 32-bit numbers (inputs, outputs, kernel side), then a
 * 32-bit bias and a 32-bit scale per output, then one byte per weight, to be multiplied by the
 * scale.
 */
export function readNetwork(bytes: Uint8Array): PriorNetwork {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const layers: Convolution[] = []
  for (let at = 0; at < bytes.length;) {
    const [inputs, outputs, kernel] = [0, 4, 8].map((k) => view.getUint32(at + k, true))
    at += 12
    const each = inputs * kernel * kernel
    const biases = new Float32Array(outputs)
    const weights = new Float32Array(outputs * each)
    const first = at + outputs * 8
    for (let o = 0; o < outputs; o++) {
      biases[o] = view.getFloat32(at + o * 4, true)
      const scale = view.getFloat32(at + (outputs + o) * 4, true)
      for (let k = o * each; k < (o + 1) * each; k++) weights[k] = view.getInt8(first + k) * scale
    }
    layers.push({ inputs, outputs, kernel, weights, biases })
    at = first + outputs * each
  }
  return layers
}

/**
 * Predicts the probability that the object fills each cell in front of the picture and behind.
 * @returns probabilities, layer by layer from the nearest to the furthest.
 */
export function runPriorNetwork(network: PriorNetwork, picture: PriorPicture): Float32Array {
  return runPriorPlanes(network, fold({ channels: priorChannels, side: priorSide, data: picture }))
}

/**
 * Predicts like `runPriorNetwork`, for any input planes with `priorCellsAcross` samples per side.
 */
export function runPriorPlanes(network: PriorNetwork, input: Planes): Float32Array {
  const [e0, e1, e1b, e2, e2b, e3, e3b, d2, d2b, d1, d1b, d0, d0b, last] = network
  const fine = convolve(input, e0)
  const middle = same(half(fine, e1), e1b)
  const coarse = same(half(middle, e2), e2b)
  const whole = same(half(coarse, e3), e3b)
  const coarseBack = same(convolve(stack(enlarge(whole), coarse), d2), d2b)
  const middleBack = same(convolve(stack(enlarge(coarseBack), middle), d1), d1b)
  const fineBack = same(convolve(stack(enlarge(middleBack), fine), d0), d0b)
  const { data } = convolve(fineBack, last, { isLast: true })
  return data.map((odds) => 1 / (1 + Math.exp(-odds)))
}

const same = (input: Planes, layer: Convolution) => convolve(input, layer, { added: input })

const half = (input: Planes, layer: Convolution) => convolve(input, layer, { stride: 2 })
