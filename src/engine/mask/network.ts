import type { Picture } from '../decode.ts'
import type { Plane } from '../raster/plane.ts'
import { runPictureNetwork, type NetworkInput } from './picture-network.ts'

/** Statistics of ImageNet, with which U²-Net and its kin were trained. */
const imageNet = {
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
} as const

/** Networks for large pictures, of the IS-Net family, take colours from -0.5 to 0.5. */
const largeSide = 1024

const inputFor = (sidePx: number): NetworkInput =>
  sidePx >= largeSide
    ? { sidePx, mean: [0.5, 0.5, 0.5], deviation: [1, 1, 1] }
    : { sidePx: sidePx || 320, ...imageNet, isStretched: true }

/**
 * Runs the mask network, U²-Netp or one that a person has put in its place, on the picture,
 * stretched to a square.
 *
 * @returns how likely each pixel belongs to the main object.
 * @throws {EngineError} `network_unusable`.
 */
export async function guessForeground(picture: Picture, weightsPath: string): Promise<Plane> {
  const guess = await runPictureNetwork(picture, weightsPath, inputFor)
  const { data } = guess
  let [least, most] = [Infinity, -Infinity]
  for (const value of data) {
    if (value < least) least = value
    if (value > most) most = value
  }
  // Some give the argument of the logistic function instead of its value.
  if (least < -0.01 || most > 1.01) {
    for (let i = 0; i < data.length; i++) data[i] = 1 / (1 + Math.exp(-data[i]))
  }
  return guess
}
