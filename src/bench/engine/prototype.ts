import type { Judgement } from './judge.ts'

/**
 * Results of the first version of the engine with 20,000 faces, measured on 21 November 2026
 * (camel: 22 November).
 */
export const prototypeMean: Judgement = { front: 0.992, sides: 0.7573, normals: 24.73 }

/** Mean overlap of the silhouettes in eight side views, 0 to 1, by model. */
export const prototypeSides: Readonly<Record<string, number>> = {
  house: 0.7167,
  cup: 0.8587,
  'car from the side': 0.6164,
  'dog from the side': 0.8044,
  'camel from the side': 0.673,
  bottle: 0.9954,
  star: 0.8451,
  ring: 0.9484,
  chair: 0.3518,
  teddy: 0.8128,
  'figure with arms': 0.8233,
  'rocket with fins': 0.8227,
  mushroom: 0.75,
  parcel: 0.6448,
  'table lamp': 0.7493,
  teapot: 0.8169,
  'cup from above': 0.8093,
  'car half from ahead': 0.5932,
}
