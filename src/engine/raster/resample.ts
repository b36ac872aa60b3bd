import { blur } from './blur.ts'
import { createPlane, type Plane } from './plane.ts'
import { stretch } from './sample.ts'

/** Blur (sigma) before shrinking, in target samples, a compromise between blur and moiré. */
const sigmaPerShrink = 0.42
/** Ratio of the source's size to the target's size below which no blur is needed. */
const shrinkMin = 1.2

/** Resamples a plane, with a blur before shrinking. */
export function resample(plane: Plane, width: number, height: number): Plane {
  if (plane.width === width && plane.height === height) return plane
  const shrink = Math.max(plane.width / width, plane.height / height)
  return stretch(smoothToShrink(plane, shrink), width, height)
}

export const smoothToShrink = (plane: Plane, shrink: number): Plane =>
  shrink > shrinkMin ? blur(plane, shrink * sigmaPerShrink) : plane

/** Shrinks a plane to samples that are the means of the source's samples. */
export function averageDown(plane: Plane, width: number, height: number): Plane {
  const means = createPlane(width, height)
  const source = plane.data
  const target = means.data
  const columns = getFirst(plane.width, width)
  const rows = getFirst(plane.height, height)
  for (let y = 0; y < height; y++) {
    for (let row = rows[y]; row < rows[y + 1]; row++) {
      const offset = row * plane.width
      for (let x = 0, i = y * width; x < width; x++, i++) {
        const end = offset + columns[x + 1]
        let sum = 0
        for (let k = offset + columns[x]; k < end; k++) sum += source[k]
        target[i] += sum
      }
    }
    for (let x = 0, i = y * width; x < width; x++, i++) {
      target[i] /= (rows[y + 1] - rows[y]) * (columns[x + 1] - columns[x])
    }
  }
  return means
}

function getFirst(count: number, cells: number): Int32Array {
  const first = new Int32Array(cells + 1)
  for (let cell = 0; cell <= cells; cell++) first[cell] = Math.ceil((cell * count) / cells)
  return first
}

/**
 * Averages blocks of `factor` by `factor` samples. Blocks at the right and lower edge may be
 * smaller.
 */
export function averageBlocks({ width, height, data }: Plane, factor: number): Plane {
  const means = createPlane(Math.ceil(width / factor), Math.ceil(height / factor))
  const target = means.data
  for (let y = 0; y < height; y++) {
    const rowsLeft = height - (y - (y % factor))
    const rows = Math.min(factor, rowsLeft)
    const end = (y + 1) * width
    let cell = Math.floor(y / factor) * means.width
    for (let i = y * width; i < end; cell++) {
      const blockEnd = Math.min(end, i + factor)
      const count = rows * (blockEnd - i)
      let sum = 0
      for (; i < blockEnd; i++) sum += data[i]
      target[cell] += sum / count
    }
  }
  return means
}
