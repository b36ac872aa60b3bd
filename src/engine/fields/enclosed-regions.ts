import type { ThreePlanes } from '../raster/plane.ts'
import { segment } from '../raster/segment.ts'
import type { GeometryGrid } from './geometry-grid.ts'

/**
 * Nodes of colour regions that hardly touch the silhouette, such as eyes, buttons, windows and
 * prints.
 */
export type EnclosedRegions = {
  readonly all: Uint8Array
  /**
   * 1 for nodes of regions that do not repeat all over the object. The checks of a cloth do repeat.
   */
  readonly unique: Uint8Array
}

/** Minimum number of similar regions that count as a pattern. */
const patternCountMin = 9
/** Largest difference of the mean colours (ΔE) of regions in a pattern. */
const samePatternColour = 12
const samePatternSize = 3
/**
 * Parameter `looseness` of `segment`: `fraction` of the object's area in nodes, at least `min`. A
 * larger looseness merges more neighbouring regions.
 */
const looseness = { fraction: 0.012, min: 60 } as const
/**
 * Area of the smallest region that is not ignored: `fraction` of the object's area, at least
 * `nodes` nodes.
 */
const areaMin = { fraction: 0.0004, nodes: 8 } as const
/** Largest distance of a node that touches the silhouette, in cells. */
const touchingMax = 1.6
/**
 * Largest area of an enclosed region, as a fraction of the object. At most `touchingFractionMax`
 * times the square root of the region's area, in nodes, touch the silhouette.
 */
const enclosed = { fractionMax: 0.6, touchingFractionMax: 0.25 } as const

/**
 * Finds regions of one colour that the rest of the object encloses, such as eyes and buttons.
 * @param lab the picture in CIELAB, on the nodes of the grid.
 */
export function findEnclosedRegions(
  grid: GeometryGrid,
  lab: ThreePlanes,
  area: number,
): EnclosedRegions {
  const { inside, phi } = grid
  const { labels, count } = segment(lab, inside, {
    looseness: Math.max(looseness.min, area * looseness.fraction),
    areaMin: Math.max(areaMin.nodes, Math.floor(area * areaMin.fraction)),
  })
  const areas = new Uint32Array(count)
  const touching = new Uint32Array(count)
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] < 0) continue
    areas[labels[i]]++
    if (phi.data[i] < touchingMax) touching[labels[i]]++
  }
  const isEnclosed = Array.from(areas, (size, label) => {
    const isSmall = size < enclosed.fractionMax * area
    return isSmall && touching[label] < enclosed.touchingFractionMax * Math.sqrt(size)
  })
  const isPattern = findPattern(lab, { labels, areas, isEnclosed })
  const all = new Uint8Array(inside.length)
  const unique = new Uint8Array(inside.length)
  for (let i = 0; i < all.length; i++) {
    const label = labels[i]
    if (label < 0 || !isEnclosed[label]) continue
    all[i] = 1
    unique[i] = isPattern[label] ? 0 : 1
  }
  return { all, unique }
}

type Regions = {
  readonly labels: Int32Array
  readonly areas: Uint32Array
  readonly isEnclosed: readonly boolean[]
}

function findPattern(lab: ThreePlanes, { labels, areas, isEnclosed }: Regions): boolean[] {
  const means = new Float64Array(areas.length * 3)
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]
    if (label < 0) continue
    for (let c = 0; c < 3; c++) means[label * 3 + c] += lab[c].data[i] / areas[label]
  }
  const isLike = (a: number, b: number) =>
    areas[a] < samePatternSize * areas[b] &&
    areas[b] < samePatternSize * areas[a] &&
    Math.hypot(
      means[a * 3] - means[b * 3],
      means[a * 3 + 1] - means[b * 3 + 1],
      means[a * 3 + 2] - means[b * 3 + 2],
    ) < samePatternColour
  return isEnclosed.map((isOne, label) => {
    if (!isOne) return false
    let alike = 0
    for (let other = 0; other < areas.length; other++) {
      if (isEnclosed[other] && isLike(label, other)) alike++
    }
    return alike >= patternCountMin
  })
}
