import { blur } from '../raster/blur.ts'
import { findComponents, touchesEdge } from '../raster/components.ts'
import { createPlane, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { resample } from '../raster/resample.ts'

/** One colour all around the object, and how far from it (ΔE) still counts as backdrop. */
export type Backdrop = {
  readonly colour: readonly [number, number, number]
  readonly reach: number
}

/** The plain backdrop of a Lab picture, if four fifths of its border band have nearly one colour. */
export function findBackdrop(lab: ThreePlanes): Backdrop | undefined {
  const { width, height } = lab[0]
  const band = Math.max(2, Math.round(Math.min(width, height) * 0.03))
  const border: number[] = []
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (x < band || y < band || x >= width - band || y >= height - band) {
        border.push(y * width + x)
      }
    }
  }
  const median = ({ data }: Plane) =>
    quantile(
      Float32Array.from(border, (i) => data[i]),
      0.5,
    )
  const colour = [median(lab[0]), median(lab[1]), median(lab[2])] as const
  const spread = quantile(
    Float32Array.from(border, (i) => difference(lab, i, colour)),
    0.8,
  )
  return spread < 7 ? { colour, reach: Math.max(6, spread * 2.2) } : undefined
}

/** 0 where the backdrop's colour floods in from the border or fills a large enclosed island, else 1. */
export function backdropPrior(lab: ThreePlanes, { colour, reach }: Backdrop): Plane {
  const { width, height } = lab[0]
  const prior = createPlane(width, height)
  const similar = new Uint8Array(width * height)
  for (let i = 0; i < similar.length; i++) {
    similar[i] = difference(lab, i, colour) < reach ? 1 : 0
  }
  const islands = findComponents(similar, width, height)
  const atEdge = touchesEdge(islands, width, height)
  for (let i = 0; i < similar.length; i++) {
    const label = islands.labels[i]
    const isBackdrop =
      label >= 0 && (atEdge[label] === 1 || islands.areas[label] > similar.length * 0.004)
    prior.data[i] = isBackdrop ? 0 : 1
  }
  return prior
}

/** Coverage at the resolution of `lab`: by the prior away from its edge, by colour along it. */
export function backdropAlpha(lab: ThreePlanes, prior: Plane, { colour, reach }: Backdrop): Plane {
  const { width, height } = lab[0]
  const alpha = blur(resample(prior, width, height), 1.5)
  for (let i = 0; i < alpha.data.length; i++) {
    const near = alpha.data[i]
    if (near > 0.98) alpha.data[i] = 1
    else if (near < 0.02) alpha.data[i] = 0
    else {
      const byColour = (difference(lab, i, colour) - reach * 0.5) / reach
      alpha.data[i] = Math.min(1, Math.max(0, byColour, (near - 0.75) * 4))
    }
  }
  return alpha
}

function difference([l, a, b]: ThreePlanes, i: number, colour: Backdrop['colour']): number {
  return Math.hypot(l.data[i] - colour[0], a.data[i] - colour[1], b.data[i] - colour[2])
}

function quantile(values: Float32Array, share: number): number {
  return values.toSorted()[Math.min(values.length - 1, Math.floor(values.length * share))]
}
