import { colourDifference } from '../../raster/colour-difference.ts'
import type { ThreePlanes } from '../../raster/plane.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import { measureBorders, type Border } from './borders.ts'

/** The object in pieces of clearly different colours; what shading alone sets apart is one piece. */
export type ColourParts = {
  /** Number of the part at each node, -1 outside. */
  readonly labels: Int32Array
  /** Nodes in each part, 0 for numbers that are not used. */
  readonly areas: Uint32Array
  /** Between each two that touch, by `borderKey`. */
  readonly borders: ReadonlyMap<number, Border>
}

/** What is narrower than five nodes, or smaller than this share of the object, is no part. */
const sliver = 2
const areaFractionMin = 0.004
/** Less colour (ΔE) at once than this is shading, or a crease. */
const contrastMin = 6.5
/** Share of a border that must be seen clearly to say so. */
const seenMin = 0.15
const rounds = 4

type ColourClues = {
  readonly lab: ThreePlanes
  /** Regions of similar colour, -1 outside; `count` of them. */
  readonly segments: { labels: Int32Array; count: number }
  /** Nodes inside. */
  readonly area: number
}

/** Parts of one colour: segments, with slivers dissolved and neighbours merged whose border is weak. */
export function findColourParts(
  grid: GeometryGrid,
  { lab, segments: { labels: segments, count }, area }: ColourClues,
): ColourParts {
  const labels = dissolveSlivers(grid, { lab, segments, count, areaMin: areaFractionMin * area })
  let borders = measureBorders(grid, { lab, labels, count })
  for (let round = 0; round < rounds; round++) {
    const names = mergeAlike(borders, count)
    if (!names) break
    for (let i = 0; i < labels.length; i++) if (labels[i] >= 0) labels[i] = names[labels[i]]
    borders = measureBorders(grid, { lab, labels, count })
  }
  const areas = new Uint32Array(count)
  for (const label of labels) if (label >= 0) areas[label]++
  return { labels, areas, borders }
}

/** New numbers, equal for parts that are one, or nothing if all stay apart. */
function mergeAlike(borders: ReadonlyMap<number, Border>, count: number): Int32Array | undefined {
  const parents = Int32Array.from({ length: count }, (_, label) => label)
  const rootOf = (label: number) => {
    let root = label
    while (parents[root] !== root) root = parents[root]
    return root
  }
  let isChanged = false
  for (const [key, { contrast, seen, length }] of borders) {
    if (contrast >= contrastMin || seen < seenMin * length) continue
    const [one, other] = [rootOf(Math.floor(key / count)), rootOf(key % count)]
    if (one === other) continue
    parents[Math.max(one, other)] = Math.min(one, other)
    isChanged = true
  }
  return isChanged ? parents.map((_, label) => rootOf(label)) : undefined
}

type Slivers = {
  readonly lab: ThreePlanes
  /** The segment of each node, -1 outside. */
  readonly segments: Int32Array
  /** Of segments. */
  readonly count: number
  /** Nodes below which a segment is dissolved. */
  readonly areaMin: number
}

/** A blurred edge is a segment of its own: gives it to those on its sides, by colour. */
function dissolveSlivers(
  { width, height, inside }: GeometryGrid,
  { lab, segments, count, areaMin }: Slivers,
): Int32Array {
  const labels = new Int32Array(segments.length).fill(-1)
  const areas = new Uint32Array(count)
  for (let y = sliver; y < height - sliver; y++) {
    for (let x = sliver; x < width - sliver; x++) {
      const i = y * width + x
      const label = segments[i]
      if (label < 0 || !isWithin(segments, i, width)) continue
      for (let dy = -sliver; dy <= sliver; dy++) {
        for (let n = i + dy * width - sliver; n <= i + dy * width + sliver; n++) {
          if (segments[n] !== label || labels[n] >= 0) continue
          labels[n] = label
          areas[label]++
        }
      }
    }
  }
  let open: number[] = []
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] >= 0 && areas[labels[i]] < areaMin) labels[i] = -1
    if (inside[i] && labels[i] < 0) open.push(i)
  }
  for (let isGrowing = true; isGrowing && open.length > 0;) {
    const settled: [number, number][] = []
    const left: number[] = []
    for (const i of open) {
      let [nearest, label] = [Infinity, -1]
      for (const n of [i - 1, i + 1, i - width, i + width]) {
        if (labels[n] < 0) continue
        const far = colourDifference(lab, i, n)
        if (far < nearest) [nearest, label] = [far, labels[n]]
      }
      if (label >= 0) settled.push([i, label])
      else left.push(i)
    }
    for (const [i, label] of settled) labels[i] = label
    isGrowing = settled.length > 0
    open = left
  }
  return labels
}

/** Whether nothing but the segment itself and the outside is around. */
function isWithin(segments: Int32Array, i: number, width: number): boolean {
  const label = segments[i]
  for (let dy = -sliver; dy <= sliver; dy++) {
    for (let n = i + dy * width - sliver; n <= i + dy * width + sliver; n++) {
      if (segments[n] !== label && segments[n] >= 0) return false
    }
  }
  return true
}
