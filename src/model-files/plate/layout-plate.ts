import { UnworkableModelError } from '../unworkable-model-error.ts'
import { holeFrameMmMin, plateLimits, type PlateOptions } from './plate-options.ts'

/** Positions of the nodes of a flat plate, from the lower left corner. */
export type PlateLayout = {
  xs: Float64Array
  ys: Float64Array
  columns: number
  rows: number
  firstColumn: number
  firstRow: number
  pixelsPerMm: number
}

const frameStepMm = 0.5
const tiniestPictureMm = 5

/**
 * Computes the nodes of a plate.
 * @param aspect width of the picture divided by its height.
 * @throws {UnworkableModelError} with a sentence if the plate is impossible.
 */
export function layOutPlate(aspect: number, options: PlateOptions, nodesMax: number): PlateLayout {
  const { widthMm, frameMm, bendDegrees } = options
  checkPlate(options)
  const innerWidth = widthMm - 2 * frameMm
  const innerHeight = innerWidth / aspect
  if (Math.min(innerWidth, innerHeight) < tiniestPictureMm) {
    throw new UnworkableModelError(
      'The frame leaves no room for the picture: make the plate wider or the frame narrower.',
    )
  }
  const [, sideMax] = plateLimits.sideMm
  const heightMm = innerHeight + 2 * frameMm
  if (heightMm > sideMax) {
    throw new UnworkableModelError(
      `This plate would be ${Math.round(heightMm)} mm high, and the limit is ${sideMax} mm: make it narrower.`,
    )
  }
  const pixelsPerMm = Math.min(
    options.pixelsPerMm,
    Math.sqrt(nodesMax / (innerWidth * innerHeight)),
  )
  const columns = Math.max(2, Math.floor(innerWidth * pixelsPerMm))
  const rows = Math.max(2, Math.floor(innerHeight * pixelsPerMm))
  const across = bendDegrees > 0 ? Math.ceil(frameMm / frameStepMm) : 1
  const xs = placeNodes({ side: widthMm, frame: frameMm, count: columns, frameSteps: across })
  const ys = placeNodes({ side: heightMm, frame: frameMm, count: rows, frameSteps: 1 })
  return {
    xs,
    ys,
    columns,
    rows,
    firstColumn: (xs.length - columns) / 2,
    firstRow: (ys.length - rows) / 2,
    pixelsPerMm,
  }
}

function checkPlate(options: PlateOptions): void {
  const { widthMm, minMm, maxMm, frameMm, frameThicknessMm, extra, kind, bendDegrees } = options
  const ranges = [
    ['The width', widthMm, plateLimits.sideMm, ' mm'],
    ['The lowest thickness', minMm, plateLimits.minMm, ' mm'],
    ['The highest thickness', maxMm, plateLimits.maxMm, ' mm'],
    ['The frame', frameMm, plateLimits.frameMm, ' mm'],
    ['The thickness of the frame', frameThicknessMm, plateLimits.frameThicknessMm, ' mm'],
    ['Gamma', options.gamma, plateLimits.gamma, ''],
    ['Smoothing', options.smoothMm, plateLimits.smoothMm, ' mm'],
    ['The detail', options.pixelsPerMm, plateLimits.pixelsPerMm, ' points per mm'],
    ['The bend', bendDegrees, plateLimits.bendDegrees, '°'],
  ] as const
  for (const [name, value, [low, high], unit] of ranges) {
    if (!(value >= low && value <= high)) {
      throw new UnworkableModelError(`${name} must be from ${low} to ${high}${unit}.`)
    }
  }
  if (minMm >= maxMm) {
    throw new UnworkableModelError('The highest thickness must be above the lowest thickness.')
  }
  if (extra === 'holes' && frameMm < holeFrameMmMin) {
    throw new UnworkableModelError(`Holes need a frame of at least ${holeFrameMmMin} mm.`)
  }
  if (extra === 'foot' && (kind === 'relief' || bendDegrees > 0)) {
    throw new UnworkableModelError('Only a flat lithophane can have a foot.')
  }
}

type Nodes = { side: number; frame: number; count: number; frameSteps: number }

function placeNodes({ side, frame, count, frameSteps }: Nodes): Float64Array {
  const inner = side - 2 * frame
  if (frame === 0) return Float64Array.from({ length: count }, (_, at) => (at / (count - 1)) * side)
  const edge = Array.from({ length: frameSteps + 1 }, (_, at) => (at / frameSteps) * frame)
  // The picture keeps a distance of one step to the frame, for the wall of the frame.
  const picture = Array.from({ length: count }, (_, at) => frame + ((at + 1) / (count + 1)) * inner)
  return Float64Array.from([...edge, ...picture, ...edge.map((at) => side - at).toReversed()])
}
