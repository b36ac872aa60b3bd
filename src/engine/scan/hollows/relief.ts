import { boundInside, type FieldGrid } from '../hull/field-grid.ts'

/**
 * The side of a shape that is seen from one direction, as a regular grid of cells. Layer 0 is next
 * to the viewer. The centre of cell (column, row) in a layer is at
 * `origin + column * across + row * up - layer * toViewer`.
 */
export type HullRelief = {
  readonly columns: number
  readonly rows: number
  readonly layers: number
  /** Distance between neighbouring cells and between layers, in mm. */
  readonly step: number
  readonly origin: readonly number[]
  readonly across: readonly number[]
  readonly up: readonly number[]
  readonly toViewer: readonly number[]
  /** First layer of each cell that is inside the shape, or `layers` if none is. */
  readonly first: Int16Array
  /** Layer of the shape's surface in each cell, with a fraction. At most `first`. */
  readonly hull: Float32Array
  /** Last layer to which the surface may be moved. Smaller than `first` if it may not be moved. */
  readonly last: Int16Array
}

/** Number of grid points per cell, along each axis. */
const pointsPerCell = 2
/** Minimum thickness of the shape behind a hollow, in mm. */
const thicknessMin = 1.5
/** Maximum depth of a hollow, in mm. */
const depthMax = 60
/** Smallest step of the hull between neighbouring cells, in layers, that is an edge. */
export const edgeMin = 5

/** Finds the surface of a shape that is visible from a direction, a unit vector. */
export function createRelief(
  grid: FieldGrid,
  direction: readonly [number, number, number],
): HullRelief | undefined {
  const box = boundInside(grid)
  if (!box) return undefined
  const step = grid.side * pointsPerCell
  const [across, up] = createAxes(direction)
  const corners = Array.from({ length: 8 }, (_, k) =>
    [0, 1, 2].map((axis) => ((k >> axis) & 1 ? box.max[axis] : box.min[axis])),
  )
  const ranges = [across, up, direction].map((axis) => {
    const along = corners.map((corner) => dot(corner, axis))
    return [Math.min(...along), Math.max(...along)] as const
  })
  const [columns, rows, layers] = ranges.map(([from, to]) => Math.ceil((to - from) / step) + 1)
  const start = [ranges[0][0], ranges[1][0], ranges[2][1]]
  const origin = [0, 1, 2].map(
    (k) => start[0] * across[k] + start[1] * up[k] + start[2] * direction[k],
  )
  const relief = {
    columns,
    rows,
    layers,
    step,
    origin,
    across: across.map((value) => value * step),
    up: up.map((value) => value * step),
    toViewer: direction.map((value) => value * step),
    first: new Int16Array(columns * rows).fill(layers),
    hull: new Float32Array(columns * rows).fill(layers),
    last: new Int16Array(columns * rows).fill(-1),
  }
  findSurface(grid, relief)
  const { first, last } = relief
  // The hull is exact at its edges, because they are in the outlines of photos.
  for (let cell = 0; cell < first.length; cell++) {
    if (isEdge(relief, cell)) last[cell] = Math.min(last[cell], first[cell])
  }
  return relief
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

function createAxes([x, y, z]: readonly number[]): [number[], number[]] {
  if (z > 0.99) {
    return [
      [1, 0, 0],
      [0, 1, 0],
    ]
  }
  const length = Math.hypot(x, y)
  const across = [-y / length, x / length, 0]
  const up = [-z * across[1], z * across[0], x * across[1] - y * across[0]]
  return [across, up]
}

/** Returns whether the hull ends beside a cell, or is much deeper there. */
function isEdge(
  { columns, rows, first }: Pick<HullRelief, 'columns' | 'rows' | 'first'>,
  cell: number,
): boolean {
  const [column, row] = [cell % columns, Math.floor(cell / columns)]
  const deepest = first[cell] + edgeMin
  for (let y = row - 1; y <= row + 1; y++) {
    for (let x = column - 1; x <= column + 1; x++) {
      if (x < 0 || y < 0 || x >= columns || y >= rows) return true
      if (first[y * columns + x] >= deepest) return true
    }
  }
  return false
}

function findSurface({ nx, ny, nz, min, side, field }: FieldGrid, relief: HullRelief): void {
  const { columns, layers, step, origin, across, up, toViewer, first, hull, last } = relief
  const thickness = Math.ceil(thicknessMin / step)
  const depth = Math.ceil(depthMax / step)
  for (let cell = 0; cell < first.length; cell++) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    const point = [0, 1, 2].map(
      (k) => (origin[k] + column * across[k] + row * up[k] - min[k]) / side + 0.5,
    )
    let above = -side
    for (let layer = 0; layer < layers; layer++) {
      const x = Math.floor(point[0] - (layer * toViewer[0]) / side)
      const y = Math.floor(point[1] - (layer * toViewer[1]) / side)
      const z = Math.floor(point[2] - (layer * toViewer[2]) / side)
      const isIn = x >= 0 && y >= 0 && z >= 0 && x < nx && y < ny && z < nz
      const value = isIn ? field[(z * ny + y) * nx + x] : above
      if (value > 0) {
        if (first[cell] === layers) {
          first[cell] = layer
          hull[cell] = layer - value / (value - above)
        }
        last[cell] = Math.min(layer - thickness, first[cell] + depth)
      } else if (first[cell] < layers) break
      above = value
    }
  }
}

/**
 * Removes the part of a shape in front of a surface. `depths` has the layer of the surface in each
 * cell.
 */
export function cutRelief(grid: FieldGrid, relief: HullRelief, depths: Float32Array): void {
  const { nx, ny, nz, min, side, field } = grid
  const { columns, rows, step, origin, across, up, toViewer, hull } = relief
  const [a, b, d] = [across, up, toViewer].map((axis) => axis.map((value) => value / step ** 2))
  const offset = min.map((value, k) => value - origin[k])
  for (let z = 0, i = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++, i++) {
        if (field[i] <= 0) continue
        const p = [offset[0] + x * side, offset[1] + y * side, offset[2] + z * side]
        const u = dot(p, a)
        const v = dot(p, b)
        const column = Math.max(0, Math.min(columns - 2, Math.floor(u)))
        const row = Math.max(0, Math.min(rows - 2, Math.floor(v)))
        const cell = row * columns + column
        const [right, up1] = [u - column, v - row]
        // A cell without a surface would pull its neighbours' surface far back.
        const nearest = cell + (right > 0.5 ? 1 : 0) + (up1 > 0.5 ? columns : 0)
        if (depths[nearest] <= hull[nearest]) continue
        const read = (k: number) => (Number.isNaN(depths[k]) ? depths[nearest] : depths[k])
        const lower = read(cell) + right * (read(cell + 1) - read(cell))
        const upper =
          read(cell + columns) + right * (read(cell + columns + 1) - read(cell + columns))
        const surface = lower + up1 * (upper - lower)
        const distance = (-dot(p, d) - surface) * step
        if (distance < field[i]) field[i] = distance
      }
    }
  }
}
