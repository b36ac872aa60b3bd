import type { Welded } from '../../mesh/weld.ts'

/** A surface of small triangles, each of which is measured and coloured separately. */
export type FineSurface = {
  readonly corners: Float32Array<ArrayBuffer>
  readonly origins: Uint32Array
}

/** Maximum length of an edge, as a fraction of the model's size. */
const edgeRatio = 1 / 36
const addedMax = 200_000

/** Divides long triangles, so that parts of a flat side can have different colours. */
export function divideSurface({ positions, indices }: Welded, sizeMetres: number): FineSurface {
  const limit = (sizeMetres * edgeRatio) ** 2
  const corners: number[] = []
  const origins: number[] = []
  const most = indices.length / 3 + addedMax
  for (let triangle = 0; triangle * 3 < indices.length; triangle++) {
    const whole: number[] = []
    for (let corner = triangle * 3; corner < triangle * 3 + 3; corner++) {
      const at = (indices[corner] ?? 0) * 3
      whole.push(positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0)
    }
    const waiting = [whole]
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const halves = origins.length + waiting.length < most ? divideOnce(one, limit) : undefined
      if (halves) {
        waiting.push(...halves)
        continue
      }
      for (const value of one) corners.push(value)
      origins.push(triangle)
    }
  }
  return { corners: Float32Array.from(corners), origins: Uint32Array.from(origins) }
}

/**
 * Divides a triangle in the middle of its longest edge. Returns undefined for an edge below the
 * limit.
 */
function divideOnce(one: readonly number[], limit: number): [number[], number[]] | undefined {
  let longest = 0
  let start = 0
  for (let corner = 0; corner < 3; corner++) {
    const next = ((corner + 1) % 3) * 3
    const length = [0, 1, 2].reduce(
      (sum, axis) => sum + ((one[corner * 3 + axis] ?? 0) - (one[next + axis] ?? 0)) ** 2,
      0,
    )
    if (length > longest) [longest, start] = [length, corner]
  }
  if (longest <= limit) return undefined
  const take = (corner: number) => one.slice((corner % 3) * 3, (corner % 3) * 3 + 3)
  const [a, b, c] = [take(start), take(start + 1), take(start + 2)]
  const middle = a.map((value, axis) => (value + (b[axis] ?? 0)) / 2)
  return [
    [...a, ...middle, ...c],
    [...middle, ...b, ...c],
  ]
}
