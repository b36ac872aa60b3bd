import type { HullRelief } from './relief.ts'

/** Smallest mean reduction of the cost by which a hollow is accepted. */
const gainMin = 0.01
/** Smallest depth of a hollow in layers, and smallest number of its cells. */
const depthMin = 1
const cellsMin = 12

/** A surface in a relief. */
export type CostlyDepths = {
  /** Cost of each layer of each cell. */
  readonly costs: Float32Array
  /** Layer of the surface in each cell, or NaN for cells whose surface may not be moved. */
  readonly depths: Float32Array
}

/** Resets the depths of hollows that the photos do not support. */
export function keepGains(
  { columns, rows, layers, first, last }: HullRelief,
  { costs, depths }: CostlyDepths,
): void {
  const deep = open({ columns, rows }, (cell) => depths[cell] - first[cell] > depthMin)
  const isDeep = (cell: number) => deep[cell] === 1
  const labels = new Uint8Array(depths.length)
  for (let start = 0; start < depths.length; start++) {
    if (labels[start] || !isDeep(start)) {
      if (!isDeep(start) && last[start] >= first[start]) depths[start] = first[start]
      continue
    }
    const part = [start]
    labels[start] = 1
    let gain = 0
    for (let k = 0; k < part.length; k++) {
      const cell = part[k]
      const at = cell * layers
      gain += costs[at + first[cell]] - costs[at + Math.round(depths[cell])]
      const [column, row] = [cell % columns, Math.floor(cell / columns)]
      const beside = [
        column > 0 ? cell - 1 : -1,
        column < columns - 1 ? cell + 1 : -1,
        row > 0 ? cell - columns : -1,
        row < rows - 1 ? cell + columns : -1,
      ]
      for (const other of beside) {
        if (other < 0 || labels[other] || !isDeep(other)) continue
        labels[other] = 1
        part.push(other)
      }
    }
    if (part.length >= cellsMin && gain / part.length > gainMin) continue
    for (const cell of part) depths[cell] = first[cell]
  }
}

/** Returns the cells that belong to a square of 3 x 3 wanted cells. */
function open(
  { columns, rows }: Pick<HullRelief, 'columns' | 'rows'>,
  isWanted: (cell: number) => boolean,
): Uint8Array {
  const opened = new Uint8Array(columns * rows)
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      const cells = around.map(([x, y]) => (row + y) * columns + column + x)
      if (cells.every(isWanted)) for (const cell of cells) opened[cell] = 1
    }
  }
  return opened
}

const around = Array.from({ length: 9 }, (_, k) => [(k % 3) - 1, Math.floor(k / 3) - 1] as const)
