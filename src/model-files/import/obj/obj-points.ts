import { toLinear } from '../to-linear.ts'

/** Indices into the lists of an OBJ. −1 means no texture coordinates or no normal. */
export type ObjCorner = { readonly point: number; readonly place: number; readonly normal: number }

export class ObjPoints {
  readonly positions: number[] = []
  /** Texture coordinates. v grows downwards, as in glTF. */
  readonly places: number[] = []
  readonly normals: number[] = []
  readonly #colors: number[] = []
  #hasColors = false
  #isByteColor = false
  /** Colours by ZBrush, as hex digits `MMRRGGBB` for each point. */
  #mrgb = ''

  get count(): number {
    return this.positions.length / 3
  }

  addPoint(words: readonly string[]): void {
    const numbers = words.map(Number)
    this.positions.push(numbers[0] ?? NaN, numbers[1] ?? NaN, numbers[2] ?? NaN)
    // A fourth or seventh number is the weight of a curve point.
    const color = numbers.length >= 7 ? numbers.slice(4, 7) : numbers.slice(3, 6)
    if (color.length < 3) {
      this.#colors.push(NaN, NaN, NaN)
      return
    }
    this.#hasColors = true
    if (color.some((value) => value > 1)) this.#isByteColor = true
    this.#colors.push(...color)
  }

  addPlace(words: readonly string[]): void {
    const [u = 0, v = 0] = words.map(Number)
    this.places.push(finite(u), 1 - finite(v))
  }

  addNormal(words: readonly string[]): void {
    const [x = 0, y = 0, z = 0] = words.map(Number)
    const length = Math.hypot(x, y, z)
    const scale = length > 0 && Number.isFinite(length) ? 1 / length : 0
    this.normals.push(...(scale > 0 ? [x * scale, y * scale, z * scale] : [0, 1, 0]))
  }

  takeComment(line: string): void {
    const block = /^#MRGB\s+([0-9a-f]+)/i.exec(line)?.[1]
    if (block !== undefined) this.#mrgb += block
  }

  get hasColors(): boolean {
    return this.#hasColors || this.#mrgb !== ''
  }

  getColor(point: number): [number, number, number] {
    const hex = this.#mrgb.slice(point * 8, point * 8 + 8)
    const channel = (at: 0 | 1 | 2): number => {
      const value =
        hex.length === 8
          ? Number.parseInt(hex.slice(2 + at * 2, 4 + at * 2), 16) / 255
          : (this.#colors[point * 3 + at] ?? NaN) / (this.#isByteColor ? 255 : 1)
      return Number.isNaN(value) ? 1 : toLinear(value)
    }
    return [channel(0), channel(1), channel(2)]
  }

  /** Parses a corner such as `1/2/3` or `-1//-1`. Returns undefined for a missing point. */
  find(word: string): ObjCorner | undefined {
    const [point, place, normal] = word.split('/')
    const found = resolve(point, this.count)
    if (found < 0) return undefined
    return {
      point: found,
      place: resolve(place, this.places.length / 2),
      normal: resolve(normal, this.normals.length / 3),
    }
  }

  take(points: readonly number[]): { positions: Float32Array; colors?: Float32Array } {
    const positions = new Float32Array(points.length * 3)
    const colors = this.hasColors ? new Float32Array(points.length * 3) : undefined
    points.forEach((point, at) => {
      for (let axis = 0; axis < 3; axis++)
        positions[at * 3 + axis] = this.positions[point * 3 + axis] ?? NaN
      colors?.set(this.getColor(point), at * 3)
    })
    return { positions, ...(colors && { colors }) }
  }
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0)

function resolve(text: string | undefined, count: number): number {
  const stated = Number(text ?? '')
  const at = stated < 0 ? count + stated : stated - 1
  return Number.isInteger(at) && at >= 0 && at < count && text !== '' ? at : -1
}
