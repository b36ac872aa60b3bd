import { type GreyImage, sampleGrey } from '../grey-image.ts'

export type Point = readonly [x: number, y: number]
/** A line as a unit normal and its distance from the origin, in px. */
type Line = readonly [normalX: number, normalY: number, distance: number]

/** Minimum change of brightness (of 255) across one pixel at an edge. */
const stepMin = 12
const pointsMin = 5

/**
 * Finds the corners of a dark quadrilateral to a fraction of a pixel, by fitting lines to the
 * steepest changes of brightness across its sides.
 * @param corners inexact corners in px, clockwise as seen in the photo.
 * @param reach largest distance of an edge from its inexact place, in px.
 * @returns each corner, undefined if its two edges do not meet near the inexact corner; undefined
 * if an edge is missing.
 */
export function findCorners(
  image: GreyImage,
  corners: readonly Point[],
  reach: number,
): (Point | undefined)[] | undefined {
  const lines: Line[] = []
  for (let k = 0; k < 4; k++) {
    const line = findEdge(image, { from: corners[k], to: corners[(k + 1) & 3], reach })
    if (!line) return undefined
    lines.push(line)
  }
  return corners.map(([x, y], k) => {
    const met = intersect(lines[(k + 3) & 3], lines[k])
    return met && Math.hypot(met[0] - x, met[1] - y) < 2.5 * reach + 1 ? met : undefined
  })
}

type Side = { readonly from: Point; readonly to: Point; readonly reach: number }

function findEdge(image: GreyImage, { from, to, reach }: Side): Line | undefined {
  const [alongX, alongY] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(alongX, alongY)
  // The normal points out of the quadrilateral, because the corners are clockwise and y points
  // down.
  const [normalX, normalY] = [alongY / length, -alongX / length]
  const count = Math.max(8, Math.min(24, Math.round(length / 2)))
  const points: Point[] = []
  for (let k = 0; k < count; k++) {
    const fraction = 0.08 + (0.84 * k) / (count - 1)
    const x = from[0] + alongX * fraction
    const y = from[1] + alongY * fraction
    const offset = findStep(image, { x, y, normalX, normalY, reach })
    if (offset !== undefined) points.push([x + normalX * offset, y + normalY * offset])
  }
  return points.length < pointsMin ? undefined : fitLine(points)
}

const stepPx = 0.5
const profile = new Float64Array(128)

type Probe = {
  readonly x: number
  readonly y: number
  readonly normalX: number
  readonly normalY: number
  readonly reach: number
}

function findStep(image: GreyImage, { x, y, normalX, normalY, reach }: Probe): number | undefined {
  const half = Math.min(60, Math.ceil(reach / stepPx))
  const slope = (k: number) => {
    const [near, far] = [(k - 1) * stepPx, (k + 1) * stepPx]
    return (
      sampleGrey(image, x + normalX * far, y + normalY * far) -
      sampleGrey(image, x + normalX * near, y + normalY * near)
    )
  }
  let best = -1
  for (let k = -half - 1; k <= half + 1; k++) profile[k + half + 1] = slope(k)
  for (let k = 1; k <= 2 * half + 1; k++) {
    if (profile[k] >= stepMin && (best < 0 || profile[k] > profile[best])) best = k
  }
  if (best < 0) return undefined
  const [before, at, after] = [profile[best - 1], profile[best], profile[best + 1]]
  const curve = before - 2 * at + after
  const offset = curve < 0 ? (before - after) / (2 * curve) : 0
  const position = (best - half - 1 + offset) * stepPx
  return Math.abs(position) <= reach ? position : undefined
}

/** Fits a line by total least squares. Cauchy weights reduce the effect of outliers. */
function fitLine(points: readonly Point[]): Line {
  let line: Line = [0, 0, 0]
  for (let round = 0; round < 4; round++) {
    let [sum, meanX, meanY] = [0, 0, 0]
    const weights = points.map(([x, y]) => {
      const residual = round === 0 ? 0 : line[0] * x + line[1] * y - line[2]
      return 1 / (1 + (residual / 0.4) ** 2)
    })
    for (const [i, [x, y]] of points.entries()) {
      sum += weights[i]
      meanX += weights[i] * x
      meanY += weights[i] * y
    }
    meanX /= sum
    meanY /= sum
    let [xx, xy, yy] = [0, 0, 0]
    for (const [i, [x, y]] of points.entries()) {
      xx += weights[i] * (x - meanX) ** 2
      xy += weights[i] * (x - meanX) * (y - meanY)
      yy += weights[i] * (y - meanY) ** 2
    }
    const angle = 0.5 * Math.atan2(2 * xy, xx - yy)
    const [normalX, normalY] = [-Math.sin(angle), Math.cos(angle)]
    line = [normalX, normalY, normalX * meanX + normalY * meanY]
  }
  return line
}

function intersect(a: Line, b: Line): Point | undefined {
  const determinant = a[0] * b[1] - a[1] * b[0]
  if (Math.abs(determinant) < 0.1) return undefined
  const x = (a[2] * b[1] - b[2] * a[1]) / determinant
  return [x, (a[0] * b[2] - b[0] * a[2]) / determinant]
}
