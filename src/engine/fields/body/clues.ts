import type { ThreePlanes } from '../../raster/plane.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { ShapeStatistics } from '../statistics.ts'
import type { TurnedBody } from '../turned/turned-body.ts'

const bands = 5
/**
 * Number of bins of the histogram of outline directions. Each bin covers 15 degrees, from
 * horizontal to vertical.
 */
const directions = 6
const quantiles = [0.5, 0.75, 0.9] as const

type Seen = {
  readonly grid: GeometryGrid
  readonly lab: ThreePlanes
  readonly statistics: ShapeStatistics
  readonly body: TurnedBody
}

/**
 * Returns measurements of the outline and its shading from which the object's depth is predicted.
 * The values are independent of the picture's size and equal for mirrored pictures.
 */
export function measureClues({ grid, lab, statistics, body }: Seen): number[] {
  const { bounds, area } = statistics
  const long = Math.max(bounds.width, bounds.height)
  const outline = measureOutline(grid)
  const rows = measureBands(grid, statistics, 'rows')
  const columns = measureBands(grid, statistics, 'columns')
  const [bottom, top] = [edgeShape(grid, statistics, 1), edgeShape(grid, statistics, -1)]
  const light = measureLight(lab[0].data, grid, statistics)
  const mirrored = columns.widths.map((width, k) => (width + columns.widths[bands - 1 - k]) / 2)
  return [
    Math.log(bounds.width / bounds.height),
    Math.abs(Math.log(bounds.width / bounds.height)),
    area / (bounds.width * bounds.height),
    area / long ** 2,
    grid.radius / long,
    ...discQuantiles(grid).map((value) => value / long),
    (outline.length * long) / Math.max(1, area) / 10,
    statistics.symmetry,
    Math.min(1, statistics.colourAsymmetry / 40),
    statistics.boxiness,
    statistics.roundness,
    statistics.flatFraction,
    Math.min(1, statistics.colourCount / 12),
    statistics.rows.singleFraction,
    body.fraction,
    body.evenFraction,
    Math.min(1, body.attachments / 6),
    ...rows.widths,
    ...rows.pieces,
    ...mirrored.slice(0, 3),
    ...outline.directions,
    bottom.bend,
    Math.abs(bottom.slope),
    top.bend,
    Math.abs(top.slope),
    bottom.flat,
    top.flat,
    light.down,
    Math.abs(light.right),
    light.spread,
  ]
}

function measureOutline({ width, height, inside, phi }: GeometryGrid) {
  const counts = new Float64Array(directions)
  let length = 0
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x
      if (!inside[i]) continue
      if (inside[i - 1] && inside[i + 1] && inside[i - width] && inside[i + width]) continue
      const gx = phi.data[i + 2] - phi.data[i - 2]
      const gy = phi.data[i + 2 * width] - phi.data[i - 2 * width]
      const angle = Math.atan2(Math.abs(gx), Math.abs(gy))
      counts[Math.min(directions - 1, Math.floor((angle / (Math.PI / 2)) * directions))]++
      length++
    }
  }
  const all = Math.max(1, length)
  return { length, directions: [...counts].map((count) => count / all) }
}

function measureBands(
  { width, inside }: GeometryGrid,
  { bounds }: ShapeStatistics,
  along: 'rows' | 'columns',
) {
  const isRows = along === 'rows'
  const [from, count] = isRows ? [bounds.top, bounds.height] : [bounds.left, bounds.width]
  const [start, across] = isRows ? [bounds.left, bounds.width] : [bounds.top, bounds.height]
  const sums = Array.from({ length: bands }, () => ({
    lines: 0,
    covered: 0,
    pieces: 0,
  }))
  for (let line = 0; line < count; line++) {
    const sum = sums[Math.min(bands - 1, Math.floor((line * bands) / count))]
    let [covered, pieces] = [0, 0]
    for (let k = 0; k < across; k++) {
      const at = (place: number) =>
        isRows
          ? inside[(from + line) * width + start + place]
          : inside[(start + place) * width + from + line]
      if (!at(k)) continue
      covered++
      if (k === 0 || !at(k - 1)) pieces++
    }
    if (covered === 0) continue
    sum.lines++
    sum.covered += covered / across
    sum.pieces += pieces
  }
  const mean = (pick: (sum: (typeof sums)[number]) => number) =>
    sums.map((sum) => pick(sum) / Math.max(1, sum.lines))
  return {
    widths: mean((sum) => sum.covered),
    pieces: mean((sum) => Math.min(4, sum.pieces) / 4),
  }
}

/**
 * Returns three measurements of the object's lower (1) or upper (-1) edge: curvature (positive if
 * the middle sticks out), slope, and the fraction of the edge's columns that end at the outermost
 * row.
 */
function edgeShape({ width, inside }: GeometryGrid, { bounds }: ShapeStatistics, side: 1 | -1) {
  const { left, right, top, bottom } = bounds
  const edge: number[] = []
  for (let x = left; x <= right; x++) {
    let y = side > 0 ? bottom : top
    while (y >= top && y <= bottom && !inside[y * width + x]) y -= side
    edge.push((side > 0 ? y - top : bottom - y) / bounds.height)
  }
  const count = edge.length
  let [slope, bend, square, fourth, flat] = [0, 0, 0, 0, 0]
  edge.forEach((value, k) => {
    const t = (2 * (k + 0.5)) / count - 1
    slope += value * t
    square += t * t
    bend -= value * (t * t - 1 / 3)
    fourth += (t * t - 1 / 3) ** 2
    if (value > 0.97) flat++
  })
  return {
    slope: (side * slope) / Math.max(1e-3, square),
    bend: bend / Math.max(1e-3, fourth),
    flat: flat / Math.max(1, count),
  }
}

function measureLight(
  lightness: Float32Array,
  { width, inside, phi }: GeometryGrid,
  { bounds }: ShapeStatistics,
) {
  let [count, sum, squares, right, down] = [0, 0, 0, 0, 0]
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i] || phi.data[i] < 2) continue
    const x = (2 * ((i % width) - bounds.left)) / bounds.width - 1
    const y = (2 * (Math.floor(i / width) - bounds.top)) / bounds.height - 1
    const value = lightness[i] / 100
    count++
    sum += value
    squares += value * value
    right += value * x
    down += value * y
  }
  const all = Math.max(1, count)
  const spread = Math.sqrt(Math.max(0, squares / all - (sum / all) ** 2))
  return {
    right: right / all,
    down: down / all,
    spread,
  }
}

function discQuantiles({ inside, phi }: GeometryGrid): number[] {
  const values = phi.data.filter((_, i) => inside[i]).toSorted()
  return quantiles.map((q) => values[Math.floor(q * (values.length - 1))] ?? 0)
}
