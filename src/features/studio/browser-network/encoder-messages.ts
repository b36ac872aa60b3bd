/** What the worker is asked, once. */
export type EncodeRequest = {
  /** The network's own file first, then those that it refers to by their names. */
  files: readonly { name: string; url: string; bytes: number }[]
  /** Red, green and blue planes from 0 to 1. */
  picture: Float32Array
  sidePx: number
  /** WebAssembly is for tests: on a server it is as slow, and holds nobody's page. */
  device: 'webgpu' | 'wasm'
}

/** What it answers: any number of steps, then one of the others. */
export type EncodeEvent =
  | { type: 'step'; step: 'load' | 'run'; /** Of the step, 0 to 1. */ done: number }
  | { type: 'encoded'; codes: Float32Array; dims: readonly number[] }
  | { type: 'failed'; /** A sentence without its end. */ why: string }
