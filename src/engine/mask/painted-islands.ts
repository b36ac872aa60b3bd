import { findComponents, type Components } from '../raster/components.ts'
import { signedDistance } from '../raster/distance.ts'
import { createPlane } from '../raster/plane.ts'

/**
 * Largest area of a painted island, as a fraction of the object. An island is an area inside the
 * object in the backdrop's colour.
 */
const objectFractionMax = 0.08
/**
 * Minimum area of a pupil, a separate piece within an island: `pixels`, and `fraction` of the
 * island.
 */
const pupil = { pixels: 4, fraction: 0.02 } as const
/**
 * Limits for two islands that are a pair of eyes: ratio of their areas, slope of the line between
 * them, and distance to the outline in island radii.
 */
const pair = { areaRatioMax: 1.5, slopeMax: 0.35, depthMin: 1.8 } as const

type Island = {
  readonly label: number
  readonly area: number
  readonly x: number
  readonly y: number
  readonly depth: number
}

/**
 * Finds islands in the backdrop's colour that are painted on the object, such as the white of an
 * eye, instead of holes. Painted islands contain a pupil or are a pair deep inside the object.
 * @param isOpen whether each island touches the picture's edge.
 * @returns for each island whether it is painted.
 */
export function findPaintedIslands(
  { labels, areas }: Components,
  isOpen: Uint8Array,
  width: number,
): Uint8Array {
  const isPainted = new Uint8Array(areas.length)
  const object = labels.reduce((sum, label) => sum + (label < 0 || !isOpen[label] ? 1 : 0), 0)
  const isSmall = (label: number) =>
    !isOpen[label] && areas[label] > pupil.pixels && areas[label] < objectFractionMax * object
  if (!areas.some((_, label) => isSmall(label))) return isPainted
  for (const label of findAroundPieces(labels, areas, width)) {
    if (isSmall(label)) isPainted[label] = 1
  }
  const islands = measureIslands(labels, { isOpen, isSmall, areas, width })
  islands.forEach((one, k) => {
    const alike = islands.filter((other, n) => n !== k && isLike(one, other))
    if (alike.length === 1 && isPair(one, alike[0])) isPainted[one.label] = 1
  })
  return isPainted
}

function findAroundPieces(labels: Int32Array, areas: readonly number[], width: number): number[] {
  const size = { width, height: labels.length / width }
  const marked = Uint8Array.from(labels, (label) => (label < 0 ? 1 : 0))
  const pieces = findComponents(marked, size, { diagonals: true })
  // Number of the island around each piece: -1 if not known yet, -2 if the piece touches several
  // islands or the picture's edge.
  const around = new Int32Array(pieces.areas.length).fill(-1)
  for (let i = 0; i < labels.length; i++) {
    const piece = pieces.labels[i]
    if (piece < 0) continue
    const x = i % width
    const isEdge = x === 0 || x === width - 1 || i < width || i >= labels.length - width
    for (const n of isEdge ? [] : [i - 1, i + 1, i - width, i + width]) {
      if (labels[n] < 0 || labels[n] === around[piece]) continue
      around[piece] = around[piece] === -1 ? labels[n] : -2
    }
    if (isEdge) around[piece] = -2
  }
  return [...around].filter(
    (label, piece) =>
      label >= 0 && pieces.areas[piece] >= Math.max(pupil.pixels, pupil.fraction * areas[label]),
  )
}

type IslandSearch = {
  readonly isOpen: Uint8Array
  readonly isSmall: (label: number) => boolean
  readonly areas: readonly number[]
  readonly width: number
}

function measureIslands(
  labels: Int32Array,
  { isOpen, isSmall, areas, width }: IslandSearch,
): Island[] {
  const object = createPlane(width, labels.length / width)
  labels.forEach((label, i) => (object.data[i] = label < 0 || !isOpen[label] ? 1 : 0))
  const depth = signedDistance(object, 1).data
  const sums = areas.map(() => ({ x: 0, y: 0, depth: 0 }))
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] < 0) continue
    const sum = sums[labels[i]]
    sum.x += i % width
    sum.y += Math.floor(i / width)
    sum.depth += depth[i]
  }
  return sums.flatMap((sum, label) => {
    const area = areas[label]
    if (!isSmall(label)) return []
    return [{ label, area, x: sum.x / area, y: sum.y / area, depth: sum.depth / area }]
  })
}

const isLike = (one: Island, other: Island): boolean =>
  Math.max(one.area, other.area) < pair.areaRatioMax * Math.min(one.area, other.area)

function isPair(one: Island, other: Island): boolean {
  const isLevel = Math.abs(one.y - other.y) < pair.slopeMax * Math.abs(one.x - other.x)
  return (
    isLevel &&
    [one, other].every(({ area, depth }) => depth > pair.depthMin * Math.sqrt(area / Math.PI))
  )
}
