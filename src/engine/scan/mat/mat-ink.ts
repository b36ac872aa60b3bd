import { columns, type Mat, markerCells, rows } from './mat-layout.ts'

/** Returns the ink at a point of the mat in mm: 0 for black, 1 for white paper. */
export type ReadInk = (x: number, y: number) => number

/** Number of squares of the random pattern along the side of a cell. */
const squaresPerCell = 8
export const patternSize = [columns * squaresPerCell, rows * squaresPerCell] as const

/**
 * Returns whether a square of the random pattern is black. Squares count from the mat's top left.
 */
export function isBlackSquare({ grid }: Mat, column: number, row: number): boolean {
  for (let y = row - 1; y <= row + 1; y++) {
    for (let x = column - 1; x <= column + 1; x++) {
      const cell = Math.floor(y / squaresPerCell) * columns + Math.floor(x / squaresPerCell)
      if (grid[cell]) return false
    }
  }
  return mix(row * patternSize[0] + column) < 2 ** 31
}

function mix(value: number): number {
  let mixed = value + 0x9e3779b9
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

export function createInk(mat: Mat): ReadInk {
  const { pitch, side, halfWidth, halfHeight, square, grid } = mat
  const squares = new Uint8Array(patternSize[0] * patternSize[1])
  for (let i = 0; i < squares.length; i++) {
    const isBlack = isBlackSquare(mat, i % patternSize[0], Math.floor(i / patternSize[0]))
    squares[i] = isBlack ? 0 : 1
  }
  const cell = side / markerCells
  return (x, y) => {
    const right = x + halfWidth
    const down = halfHeight - y
    if (!(right >= 0 && down >= 0 && right < 2 * halfWidth && down < 2 * halfHeight)) return 1
    const marker = grid[Math.floor(down / pitch) * columns + Math.floor(right / pitch)]
    if (!marker)
      return squares[Math.floor(down / square) * patternSize[0] + Math.floor(right / square)] ?? 1
    const column = Math.floor((x - marker.x + side / 2) / cell)
    const row = Math.floor((marker.y + side / 2 - y) / cell)
    if (column < 0 || row < 0 || column >= markerCells || row >= markerCells) return 1
    return marker.cells[row * markerCells + column] ?? 1
  }
}
