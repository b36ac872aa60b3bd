import { type GreyImage, sampleGrey } from '../grey-image.ts'
import { findCorners } from '../markers/find-edges.ts'
import type { PointPair } from '../markers/homography.ts'
import { getCorners, type Mat, type Marker, markerCells } from '../mat/mat-layout.ts'
import { type Lens, type Pose, project } from './lens.ts'

/** Minimum side of a usable marker, in px. The corners of smaller markers are too inexact. */
const sideMin = 13
/**
 * A marker counts as covered by the object if the correlation of its visible cells with the
 * expected cells is below this.
 */
const correlationMin = 0.7

type Expected = { readonly mat: Mat; readonly lens: Lens; readonly pose: Pose }

/**
 * Finds the corners of all markers that should be visible, to a fraction of a pixel. Skips covered
 * and tiny markers.
 * @param reach largest distance of an edge from its predicted place, in px.
 */
export function refineMarkers(image: GreyImage, expected: Expected, reach: number): PointPair[] {
  const { mat, lens, pose } = expected
  const pairs: PointPair[] = []
  const outwards: (readonly [number, number])[] = []
  const shifts: number[] = []
  for (const marker of mat.markers) {
    const places = getCorners(mat, marker)
    const corners = places.map(([x, y]) => project(lens, pose, x, y, 0))
    if (!corners.every(([u, v, depth]) => depth > 1 && isInside(image, u, v))) continue
    const sides = corners.map(([u, v], k) => {
      const [toU, toV] = corners[(k + 1) & 3]
      return Math.hypot(toU - u, toV - v)
    })
    const side = Math.min(...sides)
    if (side < sideMin || !isSeen(image, expected, marker)) continue
    const points = corners.map(([u, v]) => [u, v] as const)
    const found = findCorners(image, points, Math.min(reach, side * 0.09))
    const [middleU, middleV] = project(lens, pose, marker.x, marker.y, 0)
    for (const [k, [u, v]] of points.entries()) {
      const corner = found?.[k]
      if (!corner) continue
      const length = Math.hypot(u - middleU, v - middleV)
      const outward = [(u - middleU) / length, (v - middleV) / length] as const
      pairs.push([places[k][0], places[k][1], corner[0], corner[1]])
      outwards.push(outward)
      shifts.push((corner[0] - u) * outward[0] + (corner[1] - v) * outward[1])
    }
  }
  return moveInwards(pairs, outwards, shifts)
}

/**
 * Moves all corners inwards by the median shift of a photo's edges. Glare, gamma and blur make
 * white areas up to 3 px wider.
 */
function moveInwards(
  pairs: readonly PointPair[],
  outwards: readonly (readonly [number, number])[],
  shifts: readonly number[],
): PointPair[] {
  const shift = shifts.toSorted((a, b) => a - b)[shifts.length >> 1] ?? 0
  return pairs.map(([x, y, u, v], i) => [
    x,
    y,
    u - shift * outwards[i][0],
    v - shift * outwards[i][1],
  ])
}

const isInside = ({ width, height }: GreyImage, u: number, v: number) =>
  u > 3 && v > 3 && u < width - 4 && v < height - 4

function isSeen(image: GreyImage, { mat, lens, pose }: Expected, marker: Marker): boolean {
  const count = markerCells * markerCells
  const cell = mat.side / markerCells
  let [sumA, sumB, sumAa, sumBb, sumAb] = [0, 0, 0, 0, 0]
  for (let i = 0; i < count; i++) {
    const x = marker.x - mat.side / 2 + ((i % markerCells) + 0.5) * cell
    const y = marker.y + mat.side / 2 - (Math.floor(i / markerCells) + 0.5) * cell
    const [u, v] = project(lens, pose, x, y, 0)
    const seen = sampleGrey(image, u, v)
    const ink = marker.cells[i]
    sumA += ink
    sumB += seen
    sumAa += ink * ink
    sumBb += seen * seen
    sumAb += ink * seen
  }
  const spread = (count * sumAa - sumA * sumA) * (count * sumBb - sumB * sumB)
  return (count * sumAb - sumA * sumB) / Math.sqrt(spread) > correlationMin
}
