import { storable } from '../../../store/storable.ts'

/**
 * A text that grows, readable from any position. Kept in the pieces that it came in, so that
 * appending, and reading the newest piece, cost the same however long the text has become.
 *
 * Half a surrogate pair at the end of a piece waits for its other half; one that never gets it, and
 * U+0000, become U+FFFD. What is read here is therefore what the store gives back later.
 */
export class GrowingText {
  readonly #pieces: string[] = []
  /** Where each piece ends. */
  readonly #ends: number[] = []
  #half = ''
  #sizeBytes = 0

  /** In UTF-16 units. */
  get length(): number {
    return this.#ends.at(-1) ?? 0
  }

  /** In UTF-8. */
  get sizeBytes(): number {
    return this.#sizeBytes
  }

  append(piece: string): void {
    const text = this.#half + piece
    this.#half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? ''
    this.#push(this.#half ? text.slice(0, -1) : text)
  }

  /** Takes everything away again. @returns what there was. */
  clear(): string {
    const text = this.toString()
    this.#pieces.length = this.#ends.length = this.#sizeBytes = 0
    return text
  }

  /** Nothing more will come. */
  finish(): void {
    this.#push(this.#half)
    this.#half = ''
  }

  /** What comes after the first `position` units; empty when there is no more yet. */
  after(position: number): string {
    if (position >= this.length) return ''
    let low = 0
    let high = this.#ends.length - 1
    // Almost every reader is one piece behind.
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
