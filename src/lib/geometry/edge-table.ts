/** Gives every edge of a triangle mesh a place, in an open-addressing hash table. */
export class EdgeTable {
  /** How many places there are, most of them empty. */
  readonly size: number
  /** The lower vertex of the edge in each place, −1 where there is none. */
  readonly low: Int32Array
  /** The higher vertex. */
  readonly high: Int32Array
  readonly #mask: number

  /** @param edgesMax how many different edges there can be: three for each triangle. */
  constructor(edgesMax: number) {
    this.size = 2 ** Math.ceil(Math.log2(Math.max(16, edgesMax * 1.1)))
    this.#mask = this.size - 1
    this.low = new Int32Array(this.size).fill(-1)
    this.high = new Int32Array(this.size)
  }

  /** The place of the edge between two vertices, in either order. It gets one if it had none. */
  placeOf(a: number, b: number): number {
    const { low: lows, high: highs } = this
    const mask = this.#mask
    const low = a < b ? a : b
    const high = a < b ? b : a
    let place = ((Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> 7) & mask
    while (lows[place] !== -1 && !(lows[place] === low && highs[place] === high)) {
      place = (place + 1) & mask
    }
    lows[place] = low
    highs[place] = high
    return place
  }
}
