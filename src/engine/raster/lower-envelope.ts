/** The lowest of the parabolas that stand over each sample of a row. */
export class LowerEnvelope {
  readonly #row: Float64Array
  readonly #centre: Int32Array
  readonly #start: Float64Array

  constructor(width: number) {
    this.#row = new Float64Array(width)
    this.#centre = new Int32Array(width)
    this.#start = new Float64Array(width)
  }

  /** Replaces the samples from `from` to before `to` by the envelope of their parabolas. */
  apply(values: Float32Array, offset: number, from: number, to: number): void {
    const row = this.#row
    const centre = this.#centre
    const start = this.#start
    for (let x = from; x < to; x++) row[x] = values[offset + x]
    let top = 0
    centre[0] = from
    start[0] = -Infinity
    for (let x = from + 1; x < to; x++) {
      let begin = crossing(row, centre[top], x)
      while (begin <= start[top]) begin = crossing(row, centre[--top], x)
      top++
      centre[top] = x
      start[top] = begin
    }
    for (let x = from, k = 0; x < to; x++) {
      while (k < top && start[k + 1] < x) k++
      const away = x - centre[k]
      values[offset + x] = away * away + row[centre[k]]
    }
  }
}

/** Where the parabola over `right` goes below the one over `left`. */
function crossing(row: Float64Array, left: number, right: number): number {
  return (row[right] + right * right - (row[left] + left * left)) / (2 * (right - left))
}
