import { colourDifference } from './colour-difference.ts'
import type { ThreePlanes } from './plane.ts'

/** Regions of similar colour. A label is the region's number, or -1 outside. */
export type Segments = { readonly labels: Int32Array; readonly count: number }

/**
 * Divides a Lab picture into regions of similar colour (P. Felzenszwalb and D. Huttenlocher,
 * Efficient Graph-Based Image Segmentation, 2004).
 * @param looseness larger values give larger regions. A region tolerates additional contrast of
 * `looseness` divided by its area.
 * @param areaMin smaller regions join a neighbour.
 */
export function segment(
  lab: ThreePlanes,
  inside: Uint8Array,
  { looseness, areaMin }: { looseness: number; areaMin: number },
): Segments {
  const { width, height } = lab[0]
  const size = width * height
  const from = new Int32Array(size * 4)
  const to = new Int32Array(size * 4)
  const contrast = new Float32Array(size * 4)
  let edges = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (!inside[i]) continue
      for (let direction = 0; direction < 4; direction++) {
        const dx = direction === 0 ? 1 : direction - 2
        const dy = direction === 0 ? 0 : 1
        if (x + dx < 0 || x + dx >= width || y + dy >= height) continue
        const n = i + dy * width + dx
        if (!inside[n]) continue
        from[edges] = i
        to[edges] = n
        contrast[edges++] = colourDifference(lab, i, n)
      }
    }
  }
  const order = orderByContrast(contrast, edges)

  const parent = new Int32Array(size)
  for (let i = 0; i < size; i++) parent[i] = i
  const area = new Int32Array(size).fill(1)
  const tolerated = new Float32Array(size)
  const getRoot = (i: number): number => {
    let root = i
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]]
      root = parent[root]
    }
    return root
  }
  const join = (p: number, q: number, weight: number) => {
    const large = area[p] < area[q] ? q : p
    const small = large === p ? q : p
    parent[small] = large
    area[large] += area[small]
    tolerated[large] = weight
  }
  for (let k = 0; k < edges; k++) {
    const e = order[k]
    const p = getRoot(from[e])
    const q = getRoot(to[e])
    if (p === q) continue
    const limit = Math.min(tolerated[p] + looseness / area[p], tolerated[q] + looseness / area[q])
    if (contrast[e] <= limit) join(p, q, contrast[e])
  }
  for (let k = 0; k < edges; k++) {
    const p = getRoot(from[order[k]])
    const q = getRoot(to[order[k]])
    if (p !== q && (area[p] < areaMin || area[q] < areaMin)) join(p, q, contrast[order[k]])
  }

  const labels = new Int32Array(size).fill(-1)
  const labelOfRoot = new Int32Array(size).fill(-1)
  let count = 0
  for (let i = 0; i < size; i++) {
    if (!inside[i]) continue
    const root = getRoot(i)
    if (labelOfRoot[root] < 0) labelOfRoot[root] = count++
    labels[i] = labelOfRoot[root]
  }
  return { labels, count }
}

/**
 * Sorts edges by contrast, in steps of 0.05, with a bucket sort, because Lab contrast is bounded.
 */
function orderByContrast(contrast: Float32Array, edges: number): Uint32Array {
  const buckets = 4096
  const next = new Uint32Array(buckets + 1)
  const getBucket = (e: number) => Math.min(buckets - 1, (contrast[e] * 20) | 0)
  for (let e = 0; e < edges; e++) next[getBucket(e) + 1]++
  for (let k = 0; k < buckets; k++) next[k + 1] += next[k]
  const order = new Uint32Array(edges)
  for (let e = 0; e < edges; e++) order[next[getBucket(e)]++] = e
  return order
}
