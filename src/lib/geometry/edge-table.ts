/** Hash table for the edges of a triangle mesh, with open addressing. */
export class EdgeTable {
  readonly size: number
  /** Lower vertex number of the edge in each slot, −1 for an empty slot. */
  readonly low: Int32Array
  readonly high: Int32Array
  readonly #mask: number

  /** @param edgesMax maximum number of different edges: three per triangle. */
  constructor(edgesMax: number) {
    this.size = 2 ** Math.ceil(Math.log2(Math.max(16, edgesMax * 1.1)))
    this.#mask = this.size - 1
    this.low = new Int32Array(this.size).fill(-1)
    this.high = new Int32Array(this.size)
  }

  /** Returns the slot of the edge between two vertices, in either order. Inserts a missing edge. */
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
