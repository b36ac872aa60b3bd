const flushCharacters = 1 << 16

/** Puts a long text together as bytes, without ever having all of it as one string. */
export class TextWriter {
  readonly #pieces: Uint8Array[] = []
  readonly #encoder = new TextEncoder()
  #waiting = ''
  #length = 0

  write(text: string): this {
    this.#waiting += text
    if (this.#waiting.length > flushCharacters) this.#flush()
    return this
  }

  bytes(): Uint8Array<ArrayBuffer> {
    this.#flush()
    const whole = new Uint8Array(this.#length)
    let at = 0
    for (const piece of this.#pieces) {
      whole.set(piece, at)
      at += piece.length
    }
    return whole
  }

  #flush(): void {
    const piece = this.#encoder.encode(this.#waiting)
    this.#waiting = ''
    this.#pieces.push(piece)
    this.#length += piece.length
  }
}

/** A number as short as single precision allows. */
export const short = (value: number): string => String(Number(value.toPrecision(7)))
