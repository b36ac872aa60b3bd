/**
 * First and last column of a part in each row. In empty rows, `from` is Infinity and `to` is
 * -Infinity.
 */
export type RowHull = { readonly from: Float32Array; readonly to: Float32Array }

export function hullOfRows(labels: Int32Array, part: number, width: number): RowHull {
  const height = labels.length / width
  const from = new Float32Array(height).fill(Infinity)
  const to = new Float32Array(height).fill(-Infinity)
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== part) continue
    const x = i % width
    const y = (i - x) / width
    from[y] = Math.min(from[y], x)
    to[y] = Math.max(to[y], x)
  }
  straighten(from, 1)
  straighten(to, -1)
  return { from, to }
}

/** Moves the row ends outwards to the convex hull (monotone chain, A. M. Andrew, 1979). */
function straighten(ends: Float32Array, sign: 1 | -1): void {
  const chain: number[] = []
  const at = (y: number) => sign * ends[y]
  for (let y = 0; y < ends.length; y++) {
    if (!Number.isFinite(ends[y])) continue
    while (chain.length > 1) {
      const [p, q] = chain.slice(-2)
      if ((at(q) - at(p)) * (y - p) < (at(y) - at(p)) * (q - p)) break
      chain.pop()
    }
    chain.push(y)
  }
  for (let k = 1; k < chain.length; k++) {
    const [p, q] = [chain[k - 1], chain[k]]
    const [start, step] = [ends[p], (ends[q] - ends[p]) / (q - p)]
    for (let y = p + 1; y < q; y++) ends[y] = start + step * (y - p)
  }
}
