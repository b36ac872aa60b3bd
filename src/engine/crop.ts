import { clamp } from '#lib/clamp.ts'
import type { DecodedPicture } from './decode.ts'
import { linearFromSrgb8 } from './raster/colour-space.ts'
import { coveredBox, type PixelBox } from './raster/covered-box.ts'
import { createPlane, type Plane, type ThreePlanes } from './raster/plane.ts'

/** A crop of the picture to the object's bounding box with a margin, as planes. */
export type Cutout = {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly objectSide: number
  readonly pictureWidth: number
  readonly pictureHeight: number
  readonly scale: number
  readonly alpha: Plane
  readonly linear: ThreePlanes
  /** 1 for crop pixels outside the picture. */
  readonly isBeyond: Uint8Array
}

/**
 * An object counts as cut off at a picture edge if it touches the edge over at least this fraction
 * of its long side.
 */
const cutFraction = 0.04

/**
 * Crops the picture to the object. Where the picture's edge cuts the object, the edge pixels are
 * repeated into the margin, so that the surface does not round off there.
 */
export function cropObject(picture: DecodedPicture, alpha: Plane): Cutout {
  const { width: pictureWidth, height: pictureHeight, rgba } = picture
  const box = coveredBox(alpha)
  const objectSide = measureSide(alpha, box)
  const margin = Math.max(3, Math.ceil(objectSide * 0.02))
  const onColumn = (x: number) =>
    countInside(alpha, { start: x, step: pictureWidth, length: pictureHeight })
  const onRow = (y: number) =>
    countInside(alpha, { start: y * pictureWidth, step: 1, length: pictureWidth })
  const isCut = {
    left: box.left <= 1 && onColumn(box.left) > cutFraction * objectSide,
    right: box.right >= pictureWidth - 1 && onColumn(box.right - 1) > cutFraction * objectSide,
    top: box.top <= 1 && onRow(box.top) > cutFraction * objectSide,
    bottom: box.bottom >= pictureHeight - 1 && onRow(box.bottom - 1) > cutFraction * objectSide,
  }

  const left = box.left - margin
  const top = box.top - margin
  const width = box.right - box.left + 2 * margin
  const height = box.bottom - box.top + 2 * margin
  const coverage = createPlane(width, height)
  const linear: ThreePlanes = [
    createPlane(width, height),
    createPlane(width, height),
    createPlane(width, height),
  ]
  const [red, green, blue] = [linear[0].data, linear[1].data, linear[2].data]
  const isBeyond = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const py = y + top
    const row = clamp(py, 0, pictureHeight - 1) * pictureWidth
    const goesOnY = (py >= 0 || isCut.top) && (py < pictureHeight || isCut.bottom)
    const isBeyondY = py < 0 || py >= pictureHeight
    for (let x = 0; x < width; x++) {
      const px = x + left
      const source = row + clamp(px, 0, pictureWidth - 1)
      const i = y * width + x
      const goesOnX = (px >= 0 || isCut.left) && (px < pictureWidth || isCut.right)
      isBeyond[i] = isBeyondY || px < 0 || px >= pictureWidth ? 1 : 0
      coverage.data[i] = goesOnX && goesOnY ? alpha.data[source] : 0
      red[i] = linearFromSrgb8[rgba[source * 4]]
      green[i] = linearFromSrgb8[rgba[source * 4 + 1]]
      blue[i] = linearFromSrgb8[rgba[source * 4 + 2]]
    }
  }
  return {
    width,
    height,
    left,
    top,
    objectSide,
    pictureWidth,
    pictureHeight,
    scale: picture.scale,
    alpha: coverage,
    linear,
    isBeyond,
  }
}

type PixelLine = {
  readonly start: number
  readonly step: number
  readonly length: number
}

function countInside({ data }: Plane, { start, step, length }: PixelLine): number {
  let count = 0
  for (let k = 0, i = start; k < length; k++, i += step) if (data[i] > 0.5) count++
  return count
}

function measureSide({ width, height, data }: Plane, box: PixelBox): number {
  const [across, down] = [box.right - box.left, box.bottom - box.top]
  const isWide = across > down
  const long = isWide ? across : down
  const next = isWide ? 1 : width
  const most = isWide ? width : height
  const [from, to] = isWide ? [box.left, box.right] : [box.top, box.bottom]
  const [first, count, step] = isWide ? [box.top * width, down, width] : [box.left, across, 1]
  let [before, after] = [1, 1]
  for (let k = 0, i = first; k < count; k++, i += step) {
    const [near, far] = [i + from * next, i + (to - 1) * next]
    before = Math.min(before, uncovered(data[near], from > 0 ? data[near - next] : 0))
    after = Math.min(after, uncovered(data[far], to < most ? data[far + next] : 0))
  }
  return long - before - after
}

const uncovered = (own: number, beyond: number): number =>
  own > 0.5 ? 0.5 - (own - 0.5) / (own - beyond) : 1
