export type EncodeRequest = {
  files: readonly { name: string; url: string; bytes: number }[]
  /** Red, green and blue planes with values from 0 to 1. */
  picture: Float32Array
  sidePx: number
  /** `wasm` is for tests only: it is not faster than the server. */
  device: 'webgpu' | 'wasm'
}

/** The worker's messages: any number of `step` events, then exactly one event of another type. */
export type EncodeEvent =
  | { type: 'step'; step: 'load' | 'run'; done: number }
  | { type: 'encoded'; codes: Float32Array; dims: readonly number[] }
  | { type: 'failed'; why: string }
