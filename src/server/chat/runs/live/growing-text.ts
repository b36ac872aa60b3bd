import { storable } from '../../../store/storable.ts'

/**
 * A text that grows and can be read from any position. Appending and reading the newest piece take
 * constant time. Lone surrogates and U+0000 become U+FFFD, as in the database.
 */
export class GrowingText {
  readonly #pieces: string[] = []
  readonly #ends: number[] = []
  #half = ''
  #sizeBytes = 0

  get length(): number {
    return this.#ends.at(-1) ?? 0
  }

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  append(piece: string): void {
    const text = this.#half + piece
    this.#half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? ''
    this.#push(this.#half ? text.slice(0, -1) : text)
  }

  clear(): string {
    const text = this.toString()
    this.#pieces.length = this.#ends.length = this.#sizeBytes = 0
    return text
  }

  finish(): void {
    this.#push(this.#half)
    this.#half = ''
  }

  /** Returns the text after `position`, which counts UTF-16 units. */
  after(position: number): string {
    if (position >= this.length) return ''
    let low = 0
    let high = this.#ends.length - 1
    // Most readers lack only the last piece, so the search usually ends at once.
    if (position >= (this.#ends.at(-2) ?? 0)) low = high
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#ends[middle] ?? 0) > position) high = middle
      else low = middle + 1
    }
    const start = this.#ends[low - 1] ?? 0
    const rest = low === this.#pieces.length - 1 ? this.#pieces[low] : this.#joinFrom(low)
    return (rest ?? '').slice(position - start)
  }

  toString(): string {
    return this.#joinFrom(0)
  }

  #joinFrom(index: number): string {
    return this.#pieces.slice(index).join('')
  }

  #push(text: string): void {
    if (!text) return
    const clean = storable(text)
    this.#pieces.push(clean)
    this.#ends.push(this.length + clean.length)
    this.#sizeBytes += Buffer.byteLength(clean)
  }
}
