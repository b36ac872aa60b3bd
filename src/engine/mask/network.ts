import { EngineError } from '../errors.ts'
import type { DecodedPicture } from '../decode.ts'
import type { MaskForm, NetworkFile, UsedNetwork } from '../networks/network-file.ts'
import { withNetwork } from '../networks/open-network.ts'
import type { Plane } from '../raster/plane.ts'
import { runPictureNetwork, type NetworkInput } from './picture-network.ts'

/**
 * Mean and standard deviation of the colours of ImageNet, with which U²-Net and related networks
 * normalise their input.
 */
const imageNet = {
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
} as const

/**
 * Input side from which on a network belongs to the IS-Net family, which expects colours from -0.5
 * to 0.5.
 */
const largeSide = 1024

const inputFor =
  (form: MaskForm) =>
  (sidePx: number): NetworkInput =>
    form === 'birefnet'
      ? { sidePx: sidePx || largeSide / 2, ...imageNet, isLast: true }
      : sidePx >= largeSide
        ? { sidePx, mean: [0.5, 0.5, 0.5], deviation: [1, 1, 1] }
        : { sidePx: sidePx || 320, ...imageNet, isStretched: true }

export type MaskNetworks = {
  readonly weightsPath: string
  readonly better?: NetworkFile<MaskForm> | undefined
  readonly onUsed?: ((used: UsedNetwork) => void) | undefined
  readonly onWarning?: ((sentence: string) => void) | undefined
}

/**
 * Runs the user's mask network or U²-Netp on the picture, stretched to a square.
 * @returns the probability that each pixel belongs to the main object.
 * @throws {EngineError} `network_unusable` if the built-in network fails.
 */
export async function guessForeground(
  picture: DecodedPicture,
  networks: string | MaskNetworks,
): Promise<Plane> {
  if (typeof networks === 'string') return runMaskNetwork(picture, networks, 'auto')
  const { weightsPath, better, onUsed, onWarning } = networks
  if (better) {
    const start = performance.now()
    try {
      const plane = await runMaskNetwork(picture, better.path, better.form)
      const milliseconds = Math.round(performance.now() - start)
      onUsed?.({ job: 'mask', name: better.name, milliseconds })
      return plane
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      onWarning?.(`${error.message} The object was found with the built-in network.`)
    }
  }
  return runMaskNetwork(picture, weightsPath, 'auto')
}

async function runMaskNetwork(
  picture: DecodedPicture,
  path: string,
  form: MaskForm,
): Promise<Plane> {
  const guess = await withNetwork(path, (network) =>
    runPictureNetwork(picture, network, inputFor(form)),
  )
  const { data } = guess
  let [least, most] = [Infinity, -Infinity]
  for (const value of data) {
    if (value < least) least = value
    if (value > most) most = value
  }
  // Some networks return logits instead of probabilities.
  if (form === 'birefnet' || least < -0.01 || most > 1.01) {
    for (let i = 0; i < data.length; i++) data[i] = 1 / (1 + Math.exp(-data[i]))
  }
  return guess
}
