import type { ShapeFields } from '../fields/build-fields.ts'
import { gradient } from '../raster/gradient.ts'
import { createPlane, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { sampleBilinear, stretch } from '../raster/sample.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { getObjectBox } from '../views/fit-back.ts'
import type { ObjectView, Views } from '../views/read-views.ts'

/**
 * Range of the normal's sideways component over which the side's picture replaces the front's
 * picture.
 */
const turned = [0.68, 0.85] as const
/**
 * A node hides nodes further inside its row from the side if the node is higher by more than this,
 * in cells.
 */
const slack = 0.5

type SidesToPaint = {
  readonly side: 'front' | 'back'
  readonly fields: ShapeFields
  readonly views: Views
}

/**
 * Paints surfaces that face sideways with the colours of the side pictures, in place.
 * @param chart the half of the texture for the front or the back, at any resolution.
 */
export function paintSides(
  chart: ThreePlanes,
  { side, fields, views: { left, right } }: SidesToPaint,
): void {
  // The object's left is on the right of the picture.
  if (left) paintSide(chart, { seen: findSeen(fields, side, 1), fields, view: left, frontSide: -1 })
  if (right)
    paintSide(chart, { seen: findSeen(fields, side, -1), fields, view: right, frontSide: 1 })
}

type Seen = {
  readonly fraction: Plane
  readonly z: Plane
}

function findSeen({ grid, heights }: ShapeFields, side: 'front' | 'back', towards: 1 | -1): Seen {
  const { width, height, inside } = grid
  const { front, back } = heights
  const half = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) half.data[i] = (front.data[i] + back.data[i]) / 2
  const [own, rim] = [gradient(heights[side]), gradient(half)]
  const fraction = createPlane(width, height)
  const z = createPlane(width, height)
  const sign = side === 'front' ? 1 : -1
  for (let y = 0; y < height; y++) {
    let outermost = -Infinity
    for (let step = 0; step < width; step++) {
      const i = y * width + (towards > 0 ? width - 1 - step : step)
      if (!inside[i]) continue
      const level = heights[side].data[i]
      z.data[i] = sign * level
      const isHidden = level < outermost - slack
      outermost = Math.max(outermost, level)
      // Use the slope of half the thickness at the rim, where a difference would include the height
      // of outside nodes.
      const isRim = !(inside[i - 1] && inside[i + 1] && inside[i - width] && inside[i + width])
      const slope = isRim ? rim : own
      const [x, down] = [slope.x.data[i], slope.y.data[i]]
      const normal = (-x * towards) / Math.sqrt(x * x + down * down + 1)
      fraction.data[i] = isHidden ? 0 : smoothstep(turned[0], turned[1], normal)
      const beyond = i + towards
      if (!inside[beyond]) {
        fraction.data[beyond] = fraction.data[i]
        z.data[beyond] = (front.data[i] - back.data[i]) / 2
      }
    }
  }
  return { fraction, z }
}

type SideToPaint = {
  readonly seen: Seen
  readonly fields: ShapeFields
  readonly view: ObjectView
  readonly frontSide: 1 | -1
}

function paintSide(
  chart: ThreePlanes,
  { seen, fields: { bounds, grid }, view: { cutout, colours }, frontSide }: SideToPaint,
): void {
  const { width, height } = chart[0]
  const fraction = stretch(seen.fraction, width, height)
  const z = stretch(seen.z, width, height)
  const box = getObjectBox(cutout)
  const perCell = box.height / bounds.height
  for (let y = 0, i = 0; y < height; y++) {
    const row = ((y + 0.5) * grid.height) / height - bounds.top
    const v = box.margin + row * perCell - 0.5
    for (let x = 0; x < width; x++, i++) {
      const amount = fraction.data[i]
      if (amount <= 0) continue
      const u = cutout.width / 2 + frontSide * z.data[i] * perCell - 0.5
      for (let c = 0; c < 3; c++) {
        const own = chart[c].data[i]
        chart[c].data[i] = own + (sampleBilinear(colours.linear[c], u, v) - own) * amount
      }
    }
  }
}
