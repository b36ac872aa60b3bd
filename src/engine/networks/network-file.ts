/** What a mask network takes and gives; `auto` tells by the file. */
export type MaskForm = 'auto' | 'birefnet'

/**
 * What a depth network gives: `disparity` is larger where things are nearer, in no unit; `points` are places in
 * one unit, from which sizes follow. `auto` tells by the file.
 */
export type DepthForm = 'auto' | 'disparity' | 'points'

/** An ONNX file that somebody has added. */
export type NetworkFile<Form extends string> = {
  /** For people, and for the recipe. */
  readonly name: string
  readonly path: string
  readonly form: Form
}

/** Networks besides the built-in mask network. */
export type AddedNetworks = {
  readonly mask?: NetworkFile<MaskForm> | undefined
  readonly depth?: NetworkFile<DepthForm> | undefined
}

/** Files of a network that makes models: one reads the picture, one tells what is at a point. */
export type ShapeNetwork = {
  readonly name: string
  readonly encoder: string
  readonly decoder: string
  /** What the encoder made of the picture, where somebody's browser has run it. */
  readonly codes?: SceneCodes | undefined
}

/** Three planes of features, as `[1, 3, channels, height, width]`. */
export type SceneCodes = { readonly data: Float32Array; readonly dims: readonly number[] }

/** What a model was made with. */
export type UsedNetwork = {
  readonly job: 'mask' | 'depth' | 'shape'
  readonly name: string
  readonly milliseconds: number
}
