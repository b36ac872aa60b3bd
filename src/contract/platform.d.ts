// APIs that exist in browsers and Node but not in `lib: es2023`. Only `src/contract` and `src/lib`
// are compiled with this file.
declare const crypto: { getRandomValues<T extends Uint8Array>(array: T): T }
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean })
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}
declare class URL {
  constructor(url: string, base?: string)
  readonly protocol: string
  readonly hostname: string
  readonly host: string
  readonly origin: string
  readonly pathname: string
  readonly search: string
  readonly href: string
}
