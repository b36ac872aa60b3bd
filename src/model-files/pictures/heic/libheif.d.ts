// Declares the classes of the package, whose own types describe only the raw bindings.
declare module 'libheif-js/libheif-wasm/libheif.js' {
  type HeifImage = {
    get_width(): number
    get_height(): number
    is_primary(): boolean
    /** Fills `data` with RGBA and passes it to the callback, or passes null if decoding fails. */
    display(
      into: { data: Uint8ClampedArray; width: number; height: number },
      done: (drawn: object | null) => void,
    ): void
    free(): void
  }
  type HeifModule = { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } }
  /** Compiles the WebAssembly module synchronously, so call it only in workers. */
  export default function libheif(options: { wasmBinary: ArrayBuffer }): HeifModule
}
