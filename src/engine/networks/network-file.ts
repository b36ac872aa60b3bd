/** Input and output format of a mask network. `auto` detects the format from the file. */
export type MaskForm = 'auto' | 'birefnet'

/**
 * Output of a depth network: `disparity` is larger for nearer pixels and has no unit, `points` are
 * 3D positions, and `auto` detects the output from the file.
 */
export type DepthForm = 'auto' | 'disparity' | 'points'

export type NetworkFile<Form extends string> = {
  readonly name: string
  readonly path: string
  readonly form: Form
}

export type AddedNetworks = {
  readonly mask?: NetworkFile<MaskForm> | undefined
  readonly depth?: NetworkFile<DepthForm> | undefined
}

/**
 * Files of a shape network. The encoder reads the picture, the decoder evaluates points in space.
 */
export type ShapeNetwork = {
  readonly name: string
  readonly encoder: string
  readonly decoder: string
  /** Output of the encoder, if the user's browser has run the encoder. */
  readonly codes?: SceneCodes | undefined
}

/** Three planes of features with the dimensions `[1, 3, channels, height, width]`. */
export type SceneCodes = { readonly data: Float32Array; readonly dims: readonly number[] }

/** A network that was used for a model, as stored in the model's recipe. */
export type UsedNetwork = {
  readonly job: 'mask' | 'depth' | 'shape'
  readonly name: string
  readonly milliseconds: number
}
