export type Components = {
  readonly labels: Int32Array
  readonly areas: number[]
}

type GridSize = {
  readonly width: number
  readonly height: number
}

/** Finds the connected components of `marked` from horizontal runs of pixels. */
export function findComponents(
  marked: Uint8Array,
  { width, height }: GridSize,
  { diagonals = false } = {},
): Components {
  const starts: number[] = []
  const ends: number[] = []
  const parents: number[] = []
  const getRoot = (run: number) => {
    let root = run
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]]
      root = parents[root]
    }
    return root
  }
  const reach = diagonals ? 1 : 0
  let aboveFrom = 0
  for (let y = 0; y < height; y++) {
    const rowFrom = starts.length
    let above = aboveFrom
    const rowEnd = (y + 1) * width
    for (let i = y * width; i < rowEnd; i++) {
      if (!marked[i]) continue
      const start = i
      while (i < rowEnd && marked[i]) i++
      const run = starts.length
      starts.push(start)
      ends.push(i)
      parents.push(run)
      while (above < rowFrom && ends[above] + width + reach <= start) above++
      for (let other = above; other < rowFrom && starts[other] + width < i + reach; other++) {
        const [a, b] = [getRoot(other), getRoot(run)]
        parents[Math.max(a, b)] = Math.min(a, b)
      }
    }
    aboveFrom = rowFrom
  }

  const labels = new Int32Array(width * height).fill(-1)
  const areas: number[] = []
  const numbers = new Int32Array(starts.length)
  for (let run = 0; run < starts.length; run++) {
    const root = getRoot(run)
    if (root === run) numbers[run] = areas.push(0) - 1
    const label = numbers[root]
    labels.fill(label, starts[run], ends[run])
    areas[label] += ends[run] - starts[run]
  }
  return { labels, areas }
}

export function listPixels({ labels, areas }: Components): number[][] {
  const pixels: number[][] = areas.map(() => [])
  for (let i = 0; i < labels.length; i++) if (labels[i] >= 0) pixels[labels[i]].push(i)
  return pixels
}

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
