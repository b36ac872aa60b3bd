export type EncodeRequest = {
  files: readonly { name: string; url: string; bytes: number }[]
  /** Picture as planes of red, green and blue, with values from 0 to 1. */
  picture: Float32Array
  sidePx: number
  /**
   * Device that runs the encoder. `wasm` is only for tests, because it is not faster than the
   * server.
   */
  device: 'webgpu' | 'wasm'
}

/** Reasons why a worker cannot run the encoder. The page knows their texts. */
export type EncodeFailure = 'no-webgpu' | 'no-graphics-card' | 'failed'

/** Messages of the worker: any number of `step`, then exactly one message of another type. */
export type EncodeEvent =
  | { type: 'step'; step: 'load' | 'run'; done: number }
  | { type: 'encoded'; codes: Float32Array; dims: readonly number[] }
  | { type: 'failed'; why: EncodeFailure }
