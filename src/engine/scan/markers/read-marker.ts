import { type GreyImage, sampleGrey } from '../grey-image.ts'
import { rotateCells } from '../mat/marker-codes.ts'
import { getMat, markerCells } from '../mat/mat-layout.ts'
import { matNames } from '../../scan-params.ts'
import type { Point } from './find-edges.ts'
import { fitHomography, mapPoint } from './homography.ts'

/** Minimum correlation of a marker's cells with its code. */
const correlationMin = 0.75
/** Minimum difference between the correlations of the best and the second best code. */
const leadMin = 0.12

type Pattern = { readonly id: number; readonly turns: number; readonly values: Float32Array }

let patterns: Pattern[] | undefined

function getPatterns(): Pattern[] {
  patterns ??= matNames.flatMap((name) =>
    getMat(name).markers.flatMap(({ id, cells }) => {
      let turned = Float32Array.from(cells)
      return [0, 1, 2, 3].map((turns) => {
        const values = normalise(turned)
        turned = rotateCells(turned, markerCells)
        return { id, turns, values }
      })
    }),
  )
  return patterns
}

function normalise(cells: Float32Array): Float32Array {
  const mean = cells.reduce((sum, value) => sum + value, 0) / cells.length
  const length = Math.hypot(...cells.map((value) => value - mean)) || 1
  return cells.map((value) => (value - mean) / length)
}

export type ReadMarker = {
  readonly id: number
  /** Corners in px, clockwise, starting at the marker's own top left. */
  readonly corners: readonly Point[]
  readonly correlation: number
}

/**
 * Reads the code of a quadrilateral by correlation, which works better in blurred photos than
 * reading single bits.
 * @param corners in px, clockwise as seen in the photo.
 * @returns undefined if no code matches, or if two codes match equally well.
 */
export function readMarker(image: GreyImage, corners: readonly Point[]): ReadMarker | undefined {
  const cells = readCells(image, corners)
  if (!cells) return undefined
  let best: Pattern | undefined
  let [highest, second] = [0, 0]
  for (const pattern of getPatterns()) {
    let sum = 0
    for (let i = 0; i < cells.length; i++) sum += cells[i] * pattern.values[i]
    if (sum > highest) [best, highest, second] = [pattern, sum, highest]
    else if (sum > second) second = sum
  }
  if (!best || highest < correlationMin || highest - second < leadMin) return undefined
  const { id, turns } = best
  return { id, corners: corners.map((_, k) => corners[(k + turns) & 3]), correlation: highest }
}

const samplesAt = [0.25, 0.5, 0.75]

function readCells(image: GreyImage, corners: readonly Point[]): Float32Array | undefined {
  const places = [
    [0, 0],
    [markerCells, 0],
    [markerCells, markerCells],
    [0, markerCells],
  ]
  const plane = fitHomography(
    corners.map(([u, v], k) => [places[k][0], places[k][1], u, v]),
    markerCells,
  )
  if (!plane) return undefined
  const cells = new Float32Array(markerCells * markerCells)
  for (let i = 0; i < cells.length; i++) {
    for (const down of samplesAt) {
      for (const across of samplesAt) {
        const [column, row] = [i % markerCells, Math.floor(i / markerCells)]
        const [x, y] = mapPoint(plane, column + across, row + down)
        cells[i] += sampleGrey(image, x, y)
      }
    }
  }
  return Number.isNaN(cells.reduce((sum, value) => sum + value, 0)) ? undefined : normalise(cells)
}
