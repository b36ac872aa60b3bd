/** The worker's single request. */
export type EncodeRequest = {
  /** The model file first, then the files that it references by name. */
  files: readonly { name: string; url: string; bytes: number }[]
  /** Red, green and blue planes with values from 0 to 1. */
  picture: Float32Array
  sidePx: number
  /** `wasm` is for tests only: it is not faster than the server. */
  device: 'webgpu' | 'wasm'
}

/** The worker's responses: any number of steps, then one of the others. */
export type EncodeEvent =
  | { type: 'step'; step: 'load' | 'run'; /** Progress of the step, 0 to 1. */ done: number }
  | { type: 'encoded'; codes: Float32Array; dims: readonly number[] }
  | { type: 'failed'; /** A sentence without a period. */ why: string }
