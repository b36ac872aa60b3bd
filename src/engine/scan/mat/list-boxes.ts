import { isBlackSquare, patternSize } from './mat-ink.ts'
import { type Mat, markerCells } from './mat-layout.ts'

/** A rectangle with its bottom left corner at x and y, in mm. */
export type MatBox = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Lists the black rectangles of a mat in mm, y up. Black cells next to each other in a row are one
 * rectangle.
 */
export function listBoxes(mat: Mat): MatBox[] {
  const boxes: MatBox[] = []
  const cell = mat.side / markerCells
  for (const { x, y, cells } of mat.markers) {
    const corner = { left: x - mat.side / 2, top: y + mat.side / 2, cell }
    addRows(boxes, corner, {
      size: [markerCells, markerCells],
      isBlack: (column, row) => cells[row * markerCells + column] === 0,
    })
  }
  const corner = { left: -mat.halfWidth, top: mat.halfHeight, cell: mat.square }
  addRows(boxes, corner, {
    size: patternSize,
    isBlack: (column, row) => isBlackSquare(mat, column, row),
  })
  return boxes
}

type Corner = { readonly left: number; readonly top: number; readonly cell: number }
type Cells = {
  readonly size: readonly [number, number]
  readonly isBlack: (column: number, row: number) => boolean
}

function addRows(boxes: MatBox[], { left, top, cell }: Corner, { size, isBlack }: Cells): void {
  for (let row = 0; row < size[1]; row++) {
    for (let column = 0; column < size[0]; column++) {
      if (!isBlack(column, row)) continue
      const start = column
      while (column < size[0] && isBlack(column, row)) column++
      const width = (column - start) * cell
      boxes.push({ x: left + start * cell, y: top - (row + 1) * cell, width, height: cell })
    }
  }
}
