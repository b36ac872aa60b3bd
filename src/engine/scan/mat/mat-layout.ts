import { type MatName, matNames } from '../../scan-params.ts'
import { codeCells, markerCodes, toBits } from './marker-codes.ts'

/**
 * A printed marker. Positions on the mat are in millimetres: x to the right, y up the page, z out
 * of the page, origin in the centre.
 */

export type Marker = {
  readonly id: number
  readonly x: number
  readonly y: number
  /**
   * Ink of the 8 x 8 cells including the black border, row by row from the top left, 1 for white.
   */
  readonly cells: Uint8Array
}

export type Mat = {
  readonly name: MatName
  readonly pages: readonly [number, number]
  readonly scale: number
  /** Distance between the centres of markers, in mm. */
  readonly pitch: number
  /** Side of a marker with its black border, in mm. */
  readonly side: number
  readonly halfWidth: number
  readonly halfHeight: number
  /** Side of the squares of the random pattern on which the object stands, in mm. */
  readonly square: number
  /**
   * Marker of each cell, row by row from the top left, or undefined for cells of the random
   * pattern.
   */
  readonly grid: readonly (Marker | undefined)[]
  readonly markers: readonly Marker[]
}

export const columns = 7
export const rows = 10
/** Number of cells along a marker's side, with its border. */
export const markerCells = codeCells + 2
/**
 * Lengths of the one-page mat, in mm. The mat measures 182 x 260 mm, which fits A4 and Letter paper
 * with margins.
 */
const base = { pitch: 26, side: 22, square: 3.25 }
/** Minimum distance of markers from the centre, in mm of the one-page mat. */
const centreRadius = 58

const kinds: Record<MatName, Pick<Mat, 'pages' | 'scale'>> = {
  'one-page': { pages: [1, 1], scale: 1 },
  'two-pages': { pages: [1, 2], scale: Math.SQRT2 },
  'four-pages': { pages: [2, 2], scale: 2 },
}

const made = new Map<MatName, Mat>()

/** Returns the layout of a mat. Each mat has its own marker ids. */
export function getMat(name: MatName): Mat {
  const known = made.get(name)
  if (known) return known
  const { pages, scale } = kinds[name]
  const pitch = base.pitch * scale
  const grid = placeMarkers(scale, matNames.indexOf(name))
  const mat: Mat = {
    name,
    pages,
    scale,
    pitch,
    side: base.side * scale,
    halfWidth: (columns * pitch) / 2,
    halfHeight: (rows * pitch) / 2,
    square: base.square * scale,
    grid,
    markers: grid.filter((marker) => marker !== undefined),
  }
  made.set(name, mat)
  return mat
}

function placeMarkers(scale: number, kind: number): (Marker | undefined)[] {
  const cells = Array.from({ length: rows * columns }, (_, cell) => ({
    x: ((cell % columns) - (columns - 1) / 2) * base.pitch,
    y: ((rows - 1) / 2 - Math.floor(cell / columns)) * base.pitch,
  }))
  const isClear = cells.map(({ x, y }) => {
    const near = [x, y].map((value) => Math.max(0, Math.abs(value) - base.side / 2))
    return Math.hypot(...near) >= centreRadius
  })
  let id = kind * isClear.filter(Boolean).length
  return cells.map(({ x, y }, cell) => {
    if (!isClear[cell]) return undefined
    const bits = addBorder(toBits(markerCodes[id] ?? ''))
    return { id: id++, x: x * scale, y: y * scale, cells: bits }
  })
}

function addBorder(bits: Uint8Array): Uint8Array {
  const cells = new Uint8Array(markerCells * markerCells)
  for (let row = 0; row < codeCells; row++) {
    const from = row * codeCells
    cells.set(bits.subarray(from, from + codeCells), (row + 1) * markerCells + 1)
  }
  return cells
}

/** Returns the corners of a marker in mm, clockwise on the page from its top left. */
export function getCorners({ side }: Mat, { x, y }: Marker): [number, number][] {
  const half = side / 2
  return [
    [x - half, y + half],
    [x + half, y + half],
    [x + half, y - half],
    [x - half, y - half],
  ]
}

export function findMatOfMarker(id: number): Mat | undefined {
  return matNames.map(getMat).find(({ markers }) => markers.some((marker) => marker.id === id))
}
