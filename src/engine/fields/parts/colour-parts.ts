import { colourDifference } from '../../raster/colour-difference.ts'
import type { ThreePlanes } from '../../raster/plane.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import { measureBorders, type Border } from './borders.ts'

/** The object divided by clear differences in colour. Shading alone does not divide it. */
export type ColourParts = {
  /** Part number of each node, -1 outside. */
  readonly labels: Int32Array
  /** Nodes in each part, 0 for unused numbers. */
  readonly areas: Uint32Array
  /** Borders between adjacent parts, keyed by `borderKey`. */
  readonly borders: ReadonlyMap<number, Border>
}

/** Segments whose nodes are all within this many nodes of the segment's edge are dissolved. */
const sliver = 2
/** Segments smaller than this fraction of the object are dissolved. */
const areaFractionMin = 0.004
/** Smaller steps in colour (ΔE) are shading or creases. */
const contrastMin = 6.5
/** Two parts are merged only if at least this fraction of their border has comparable colours. */
const comparedMin = 0.15
const rounds = 4

type ColourClues = {
  readonly lab: ThreePlanes
  readonly segments: { labels: Int32Array; count: number }
  readonly area: number
}

/** Finds parts of one colour: dissolves slivers and merges neighbours with a weak border. */
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

/** Returns new labels, equal for merged parts, or undefined if nothing merges. */
function mergeAlike(borders: ReadonlyMap<number, Border>, count: number): Int32Array | undefined {
  const parents = Int32Array.from({ length: count }, (_, label) => label)
  const getRoot = (label: number) => {
    let root = label
    while (parents[root] !== root) root = parents[root]
    return root
  }
  let isChanged = false
  for (const [key, { contrast, compared, length }] of borders) {
    if (contrast >= contrastMin || compared < comparedMin * length) continue
    const [one, other] = [getRoot(Math.floor(key / count)), getRoot(key % count)]
    if (one === other) continue
    parents[Math.max(one, other)] = Math.min(one, other)
    isChanged = true
  }
  return isChanged ? parents.map((_, label) => getRoot(label)) : undefined
}

type Slivers = {
  readonly lab: ThreePlanes
  readonly segments: Int32Array
  readonly count: number
  readonly areaMin: number
}

/** Assigns segments that consist of a blurred edge to their neighbours by colour. */
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

function isWithin(segments: Int32Array, i: number, width: number): boolean {
  const label = segments[i]
  for (let dy = -sliver; dy <= sliver; dy++) {
    for (let n = i + dy * width - sliver; n <= i + dy * width + sliver; n++) {
      if (segments[n] !== label && segments[n] >= 0) return false
    }
  }
  return true
}
