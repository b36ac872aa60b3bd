/** Input and output format of a mask network; `auto` detects it from the file. */
export type MaskForm = 'auto' | 'birefnet'

/**
 * Output of a depth network: `disparity` is larger for nearer pixels and has no unit; `points` are
 * positions in one unit, from which sizes follow. `auto` detects it from the file.
 */
export type DepthForm = 'auto' | 'disparity' | 'points'

export type NetworkFile<Form extends string> = {
  /** Name that the UI and the model's recipe show. */
  readonly name: string
  readonly path: string
  readonly form: Form
}

export type AddedNetworks = {
  readonly mask?: NetworkFile<MaskForm> | undefined
  readonly depth?: NetworkFile<DepthForm> | undefined
}

/** Files of a shape network: the encoder reads the picture, the decoder evaluates points. */
export type ShapeNetwork = {
  readonly name: string
  readonly encoder: string
  readonly decoder: string
  /** The encoder's output, if the user's browser has run it. */
  readonly codes?: SceneCodes | undefined
}

/** Three planes of features, as `[1, 3, channels, height, width]`. */
export type SceneCodes = { readonly data: Float32Array; readonly dims: readonly number[] }

/** A network that took part in a model, for the recipe. */
export type UsedNetwork = {
  readonly job: 'mask' | 'depth' | 'shape'
  readonly name: string
  readonly milliseconds: number
}
