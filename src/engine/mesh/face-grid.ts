export class FaceGrid {
  readonly #positions: Float32Array
  readonly #cell: number
  readonly #faces = new Map<number, Set<number>>()

  /** @param cell side of a cell, about the length of a face's edge. */
  constructor(positions: Float32Array, cell: number) {
    this.#positions = positions
    this.#cell = cell
  }

  add(face: number, corners: readonly number[]): void {
    this.#visit(corners, (key) => {
      const known = this.#faces.get(key)
      if (known) known.add(face)
      else this.#faces.set(key, new Set([face]))
      return false
    })
  }

  /** @param corners the face's corners when it was added. */
  remove(face: number, corners: readonly number[]): void {
    this.#visit(corners, (key) => {
      this.#faces.get(key)?.delete(face)
      return false
    })
  }

  some(corners: readonly number[], test: (face: number) => boolean): boolean {
    return this.#visit(corners, (key) => {
      for (const face of this.#faces.get(key) ?? []) if (test(face)) return true
      return false
    })
  }

  #visit([a, b, c]: readonly number[], visit: (key: number) => boolean): boolean {
    const p = this.#positions
    const low = [0, 0, 0]
    const high = [0, 0, 0]
    for (let axis = 0; axis < 3; axis++) {
      const [u, v, w] = [p[a * 3 + axis], p[b * 3 + axis], p[c * 3 + axis]]
      low[axis] = Math.floor(Math.min(u, v, w) / this.#cell)
      high[axis] = Math.floor(Math.max(u, v, w) / this.#cell)
    }
    for (let x = low[0]; x <= high[0]; x++) {
      for (let y = low[1]; y <= high[1]; y++) {
        for (let z = low[2]; z <= high[2]; z++) {
          // Distant cells may have the same key, which costs an extra test but causes no error.
          if (visit(((x * 2053 + y) * 2053 + z) | 0)) return true
        }
      }
    }
    return false
  }
}
