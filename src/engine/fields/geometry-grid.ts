import { clamp } from '#lib/clamp.ts'
import type { Cutout } from '../crop.ts'
import { EngineError } from '../errors.ts'
import { blur, blurInPlace } from '../raster/blur.ts'
import { maxFilter } from '../raster/max-filter.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { averageBlocks } from '../raster/resample.ts'
import { stretch, stretchBy } from '../raster/sample.ts'

/**
 * Grid of sample points (nodes) over the cropped picture, on which the shape is computed. A cell is
 * the square between four nodes. Lengths are in cells.
 */
export type GeometryGrid = {
  readonly width: number
  readonly height: number
  readonly cellsPerPixel: number
  /** Signed distance of each node to the silhouette, positive inside. */
  readonly phi: Plane
  readonly inside: Uint8Array
  readonly isBeyond: Uint8Array
  readonly radius: number
}

export type GridSides = { readonly min: number; readonly max: number }

/** Bounds of the grid's long side, in nodes. More nodes do not improve thin parts. */
const usualSides: GridSides = { min: 192, max: 420 }
/** Models with more faces than this get a grid with a long side of up to `mostFacesSide` nodes. */
const manyFaces = 60_000
const mostFacesSide = 720
/** A part is thin if half its width is below this many cells. */
const thinDepth = 1.4

type GridOptions = {
  readonly depth: Plane
  readonly faceLimit: number
  readonly sides?: GridSides | undefined
}

/**
 * Creates the grid of nodes over the cropped picture, which is finer for more faces and for thin
 * objects.
 * @throws {EngineError} `no_foreground` if no node is inside.
 */
export function layGrid(
  cutout: Cutout,
  { depth, faceLimit, sides = usualSides }: GridOptions,
): GeometryGrid {
  const { width: cropWidth, height: cropHeight } = cutout
  const cropSide = Math.max(cropWidth, cropHeight)
  const cellsPerPixel = longSide(cutout, faceLimit, sides) / cropSide
  const width = Math.max(12, Math.round(cropWidth * cellsPerPixel))
  const height = Math.max(12, Math.round(cropHeight * cellsPerPixel))

  const phi = sampleSmoothly(depth, { sigma: Math.max(1.2, 0.7 / cellsPerPixel), width, height })
  for (let i = 0; i < phi.data.length; i++) phi.data[i] *= cellsPerPixel
  keepThinParts(phi, depth, cellsPerPixel)

  const isBeyond = new Uint8Array(width * height)
  const inside = new Uint8Array(width * height)
  let radius = 0
  for (let y = 0; y < height; y++) {
    const py = ((y + 0.5) * cropHeight) / height + cutout.top
    for (let x = 0; x < width; x++) {
      const px = ((x + 0.5) * cropWidth) / width + cutout.left
      const i = y * width + x
      const isEdge = x < 1 || y < 1 || x >= width - 1 || y >= height - 1
      const isOutOfPicture =
        px < 0 || py < 0 || px > cutout.pictureWidth || py > cutout.pictureHeight
      if (isEdge || isOutOfPicture) isBeyond[i] = 1
      else if (phi.data[i] > 0) {
        inside[i] = 1
        radius = Math.max(radius, phi.data[i])
      }
    }
  }
  if (radius === 0) {
    throw new EngineError('no_foreground', 'The object in the picture is too small to model.')
  }
  return { width, height, cellsPerPixel, phi, inside, isBeyond, radius }
}

type SmoothSampling = {
  readonly sigma: number
  readonly width: number
  readonly height: number
}

/**
 * Samples a plane with a blur. A wide blur runs on averaged blocks, which is faster and accurate
 * enough for distances.
 */
function sampleSmoothly(depth: Plane, { sigma, width, height }: SmoothSampling): Plane {
  const factor = Math.max(1, Math.floor(sigma / 1.5))
  if (factor === 1) return stretch(blur(depth, sigma), width, height)
  const blocks = averageBlocks(depth, factor)
  blurInPlace(blocks, Math.sqrt(sigma ** 2 - factor ** 2 / 12) / factor)
  const [stepX, stepY] = [depth.width / width, depth.height / height]
  return stretchBy(blocks, { width, height, stepX: stepX / factor, stepY: stepY / factor })
}

/**
 * Returns the grid's long side for about twice the requested triangles. Simplification then removes
 * half of the triangles.
 */
function longSide(
  { width, height, alpha }: Cutout,
  faceLimit: number,
  { min, max }: GridSides,
): number {
  const a = alpha.data
  let area = 0
  let outline = 0
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (a[i] <= 0.5) continue
      area++
      if (a[i - 1] <= 0.5 || a[i + 1] <= 0.5 || a[i - width] <= 0.5 || a[i + width] <= 0.5) {
        outline++
      }
    }
  }
  const fill = area / (width * height)
  const aspect = Math.min(width, height) / Math.max(width, height)
  const byFaces = clamp(
    Math.sqrt((faceLimit * 2.2) / (5.2 * fill * aspect)),
    min,
    faceLimit > manyFaces ? mostFacesSide : max,
  )
  const meanWidth = (2 * area) / Math.max(1, outline)
  return Math.round(
    clamp((5 * Math.max(width, height)) / meanWidth, byFaces, Math.max(max, byFaces)),
  )
}

/**
 * Raises thin parts to a minimum thickness, because smoothing would otherwise remove hair, wires
 * and strokes.
 */
function keepThinParts(phi: Plane, depth: Plane, cellsPerPixel: number): void {
  const { width, height } = phi
  const cellMax = createPlane(width, height)
  cellMax.data.fill(-1e9)
  const column = new Int32Array(depth.width)
  for (let x = 0; x < depth.width; x++) {
    column[x] = Math.min(width - 1, Math.floor((x * width) / depth.width))
  }
  for (let y = 0; y < depth.height; y++) {
    const row = Math.min(height - 1, Math.floor((y * height) / depth.height)) * width
    for (let x = 0; x < depth.width; x++) {
      const value = depth.data[y * depth.width + x] * cellsPerPixel
      const i = row + column[x]
      if (value > cellMax.data[i]) cellMax.data[i] = value
    }
  }
  const around = maxFilter(cellMax, 3).data
  for (let i = 0; i < phi.data.length; i++) {
    if (around[i] < thinDepth && cellMax.data[i] > -0.2) {
      phi.data[i] = Math.max(phi.data[i], cellMax.data[i] + 0.7)
    }
  }
}
