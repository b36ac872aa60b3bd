import { findComponents } from '../raster/components.ts'
import { maxFilter } from '../raster/max-filter.ts'
import { copyPlane, createPlane, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { blurCoarsely, readCoarse, type CoarsePlanes } from '../raster/weighted-blur.ts'

/** How wide around a pixel colours are compared, as a share of the picture's long side. */
const reachShare = 0.03
/** How far threads may lead away from the mask, likewise. */
const lengthShare = 0.12
/** Half the width in pixels from which on something is no thread. */
const thickMin = 4
/** Added to each variance: finer differences say nothing. */
const varianceMin = 8
/** How much likelier (as a logarithm) a thread's colour must be the object's than what lies around it. */
const evidenceMin = 2.5

/**
 * Adds to a mask the threads that lead away from the object, finer than the mask itself: hair, feelers,
 * cords. Their pixels have the object's colours next to them and not those of what is around.
 */
export function growThreads(lab: ThreePlanes, alpha: Plane): Plane {
  const { width, height } = alpha
  const longSide = Math.max(width, height)
  const sigma = Math.max(6, longSide * reachShare)
  const object = createPlane(width, height)
  for (let i = 0; i < alpha.data.length; i++) object.data[i] = alpha.data[i] > 0.5 ? 1 : 0
  const squares = lab.map(squareOf)
  const near = maxFilter(object, 3)
  const rest = createPlane(width, height)
  for (let i = 0; i < rest.data.length; i++) rest.data[i] = 1 - near.data[i]
  const within = maxFilter(object, Math.round(longSide * lengthShare)).data
  const objectColours = blurCoarsely([...lab, ...squares, object], object, sigma * 1.5)
  const found = new Uint8Array(rest.data.length)
  for (let round = 0; round < 2; round++) {
    const restColours = blurCoarsely([...lab, ...squares, rest], rest, sigma)
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        if (object.data[i] || !within[i]) continue
        if (readCoarse(objectColours, 6, x, y) < 0.5 || readCoarse(restColours, 6, x, y) < 0.5)
          continue
        const evidence =
          surpriseAt(restColours, lab, x, y, i) - surpriseAt(objectColours, lab, x, y, i)
        found[i] = evidence > evidenceMin ? 1 : 0
        if (found[i]) rest.data[i] = 0
      }
    }
  }
  return addThreads(alpha, object, found)
}

/** What is thin and hangs together with the object. */
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
  const parts = findComponents(marked, width, height, { diagonals: true })
  const isHeld = new Uint8Array(parts.areas.length)
  for (let i = 0; i < found.length; i++) if (object.data[i]) isHeld[parts.labels[i]] = 1
  for (let i = 0; i < found.length; i++) {
    if (marked[i] && !object.data[i] && isHeld[parts.labels[i]])
      grown.data[i] = Math.max(0.75, alpha.data[i])
  }
  return grown
}

/** The negative log likelihood of a pixel's colour among those nearby. */
function surpriseAt(near: CoarsePlanes, lab: ThreePlanes, x: number, y: number, i: number): number {
  let surprise = 0
  for (let c = 0; c < 3; c++) {
    const mean = readCoarse(near, c, x, y)
    const variance = Math.max(0, readCoarse(near, c + 3, x, y) - mean * mean) + varianceMin
    const away = lab[c].data[i] - mean
    surprise += 0.5 * ((away * away) / variance + Math.log(variance))
  }
  return surprise
}

function squareOf({ width, height, data }: Plane): Plane {
  return { width, height, data: data.map((value) => value * value) }
}
