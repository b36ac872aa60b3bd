import { findComponents } from '../raster/components.ts'
import { maxFilter } from '../raster/max-filter.ts'
import { copyPlane, createPlane, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { blurCoarsely } from '../raster/weighted-blur.ts'

/** Radius within which colours are compared, as a fraction of the picture's long side. */
const reachFraction = 0.03
/**
 * Largest distance of a thread, such as a hair or cord, from the mask, as a fraction of the
 * picture's long side.
 */
const lengthFraction = 0.12
/** Half width of parts that are too thick for threads, in pixels. */
const thickMin = 4
/** Added to each colour variance (ΔE²), so that very small colour differences have no effect. */
const varianceMin = 8
/**
 * Minimum log likelihood ratio of a thread's colour: how much more probable the colour is for the
 * object than for the surroundings.
 */
const evidenceMin = 2.5

/**
 * Adds parts that are too fine for the mask, such as hair and cords. Such threads have the colours
 * of the object nearby.
 */
export function growThreads(lab: ThreePlanes, alpha: Plane): Plane {
  const { width, height } = alpha
  const longSide = Math.max(width, height)
  const sigma = Math.max(6, longSide * reachFraction)
  const object = createPlane(width, height)
  for (let i = 0; i < alpha.data.length; i++) object.data[i] = alpha.data[i] > 0.5 ? 1 : 0
  const near = maxFilter(object, 3)
  const rest = createPlane(width, height)
  for (let i = 0; i < rest.data.length; i++) rest.data[i] = 1 - near.data[i]
  const within = maxFilter(object, Math.round(longSide * lengthFraction)).data
  const [l, a, b] = [lab[0].data, lab[1].data, lab[2].data]
  const objectColours = coloursNear(lab, object, sigma * 1.5)
  const found = new Uint8Array(rest.data.length)
  for (let round = 0; round < 2; round++) {
    const restColours = coloursNear(lab, rest, sigma)
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        if (object.data[i] || !within[i]) continue
        const byRest = surpriseAt(restColours, x, y, l[i], a[i], b[i])
        const byObject = surpriseAt(objectColours, x, y, l[i], a[i], b[i])
        found[i] = byRest < Infinity && byRest - byObject > evidenceMin ? 1 : 0
        if (found[i]) rest.data[i] = 0
      }
    }
  }
  return addThreads(alpha, object, found)
}

function addThreads(alpha: Plane, object: Plane, found: Uint8Array): Plane {
  const { width, height } = alpha
  const grown = copyPlane(alpha)
  const gaps = createPlane(width, height)
  const marked = new Uint8Array(found.length)
  for (let i = 0; i < found.length; i++) {
    marked[i] = found[i] || object.data[i] ? 1 : 0
    gaps.data[i] = found[i] ? 0 : 1
  }
  const nearGap = maxFilter(gaps, thickMin).data
  const core = createPlane(width, height)
  for (let i = 0; i < found.length; i++) core.data[i] = found[i] && nearGap[i] === 0 ? 1 : 0
  const nearCore = maxFilter(core, thickMin + 2).data
  for (let i = 0; i < found.length; i++) if (nearCore[i] && !object.data[i]) marked[i] = 0
  const parts = findComponents(marked, { width, height }, { diagonals: true })
  const isHeld = new Uint8Array(parts.areas.length)
  for (let i = 0; i < found.length; i++) if (object.data[i]) isHeld[parts.labels[i]] = 1
  for (let i = 0; i < found.length; i++) {
    if (marked[i] && !object.data[i] && isHeld[parts.labels[i]])
      grown.data[i] = Math.max(0.75, alpha.data[i])
  }
  return grown
}

type NearColours = {
  readonly factor: number
  readonly across: number
  readonly cells: Float32Array
}

/**
 * Returns mean and variance of the colours weighted by `weight`. The constant is infinite where no
 * weight is nearby.
 */
function coloursNear(lab: ThreePlanes, weight: Plane, sigma: number): NearColours {
  const squares = lab.map(computeSquare)
  const { planes, factor } = blurCoarsely([...lab, ...squares, weight], weight, sigma)
  const cells = new Float32Array(planes[0].data.length * 7)
  for (let i = 0, k = 0; k < cells.length; i++, k += 7) {
    let constant = planes[6].data[i] > 0.5 ? 0 : Infinity
    for (let c = 0; c < 3; c++) {
      const mean = planes[c].data[i]
      const variance = Math.max(0, planes[c + 3].data[i] - mean * mean) + varianceMin
      cells[k + c] = mean
      cells[k + 3 + c] = 0.5 / variance
      constant += 0.5 * Math.log(variance)
    }
    cells[k + 6] = constant
  }
  return { factor, across: planes[0].width, cells }
}

const computeSquare = ({ width, height, data }: Plane): Plane => ({
  width,
  height,
  data: data.map((value) => value * value),
})

// oxlint-disable-next-line max-params -- for each pixel
function surpriseAt(
  { factor, across, cells }: NearColours,
  x: number,
  y: number,
  l: number,
  a: number,
  b: number,
): number {
  const k = (Math.floor(y / factor) * across + Math.floor(x / factor)) * 7
  const [dl, da, db] = [l - cells[k], a - cells[k + 1], b - cells[k + 2]]
  return cells[k + 6] + dl * dl * cells[k + 3] + da * da * cells[k + 4] + db * db * cells[k + 5]
}
