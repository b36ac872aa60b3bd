import { concatBytes } from '#lib/concat-bytes.ts'

const flushCharacters = 1 << 16

/** Builds a long text as bytes, because one string would take too much memory. */
export class TextWriter {
  readonly #pieces: Uint8Array[] = []
  readonly #encoder = new TextEncoder()
  #waiting = ''

  write(text: string): this {
    this.#waiting += text
    if (this.#waiting.length > flushCharacters) this.#flush()
    return this
  }

  bytes(): Uint8Array<ArrayBuffer> {
    this.#flush()
    return concatBytes(this.#pieces)
  }

  #flush(): void {
    this.#pieces.push(this.#encoder.encode(this.#waiting))
    this.#waiting = ''
  }
}

/** Formats a number with seven digits, the precision of a 32-bit float. */
export const formatFloat = (value: number): string => String(Number(value.toPrecision(7)))
