/** Connected sets of marked pixels. */
export type Components = {
  /** Component number of each pixel, -1 where it is not marked. */
  readonly labels: Int32Array
  /** Pixels in each component. */
  readonly areas: number[]
}

/** Finds the connected components of `marked` by flood fill; diagonals connect on request. */
export function findComponents(
  marked: Uint8Array,
  width: number,
  height: number,
  { diagonals = false } = {},
): Components {
  const labels = new Int32Array(width * height).fill(-1)
  const areas: number[] = []
  const stack = new Int32Array(width * height)
  for (let seed = 0; seed < labels.length; seed++) {
    if (!marked[seed] || labels[seed] >= 0) continue
    const label = areas.length
    let depth = 0
    let area = 0
    stack[depth++] = seed
    labels[seed] = label
    while (depth > 0) {
      const at = stack[--depth]
      area++
      const x = at % width
      const y = (at - x) / width
      for (let dy = -1; dy <= 1; dy++) {
        if (y + dy < 0 || y + dy >= height) continue
        for (let dx = -1; dx <= 1; dx++) {
          if (x + dx < 0 || x + dx >= width || (!diagonals && dx !== 0 && dy !== 0)) continue
          const next = at + dy * width + dx
          if (marked[next] && labels[next] < 0) {
            labels[next] = label
            stack[depth++] = next
          }
        }
      }
    }
    areas.push(area)
  }
  return { labels, areas }
}

/** Tells for each component whether it touches the edge of the picture. */
export function touchesEdge(
  { labels, areas }: Components,
  width: number,
  height: number,
): Uint8Array {
  const touches = new Uint8Array(areas.length)
  const mark = (i: number) => {
    if (labels[i] >= 0) touches[labels[i]] = 1
  }
  for (let x = 0; x < width; x++) {
    mark(x)
    mark((height - 1) * width + x)
  }
  for (let y = 0; y < height; y++) {
    mark(y * width)
    mark(y * width + width - 1)
  }
  return touches
}
