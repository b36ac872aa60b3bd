// The package's own types describe the raw bindings, not the classes that are built on them.
declare module 'libheif-js/libheif-wasm/libheif.js' {
  type HeifImage = {
    get_width(): number
    get_height(): number
    is_primary(): boolean
    /** Fills `data` with RGBA and gives it back; null when it cannot be decoded. */
    display(
      into: { data: Uint8ClampedArray; width: number; height: number },
      done: (drawn: object | null) => void,
    ): void
    free(): void
  }
  type HeifModule = { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } }
  /** Compiles the module at once; only for a worker. */
  export default function libheif(options: { wasmBinary: ArrayBuffer }): HeifModule
}
