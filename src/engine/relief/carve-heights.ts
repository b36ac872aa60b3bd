import { clamp } from '#lib/clamp.ts'
import { blur } from '../raster/blur.ts'
import { colourDifference } from '../raster/colour-difference.ts'
import { getLength } from '../raster/length.ts'
import { createPlane, mapThree, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { solvePixels } from '../raster/solve-pixels.ts'

/** Thickness of the slab and depth of the relief on the slab, in cells. */
export type Carving = { readonly slab: number; readonly depth: number; readonly detail: number }

/**
 * Weights of the components of the height, chosen by eye: the predicted depth, the bulge of each
 * region, and a slight relief by lightness.
 */
const mixture = { guess: 0.75, puff: 0.22, lightness: 0.07 } as const
/**
 * Size of the area whose mean lightness is subtracted, as a fraction of the width, and the
 * difference (L*) that gives full relief.
 */
const surroundings = { widthFraction: 0.03, fullContrast: 25 } as const
const grain = { lightness: 0.7, heights: 0.8 } as const

/** Returns heights above the slab's back from predicted depth, inflated regions and lightness. */
export function carveHeights(
  guess: Plane,
  lab: ThreePlanes,
  { slab, depth, detail }: Carving,
): Plane {
  const { width, height } = guess
  const puff = inflateRegions(mapThree(lab, (plane) => blur(plane, 1)))
  const fine = blur(lab[0], grain.lightness)
  const coarse = blur(lab[0], width * surroundings.widthFraction)
  const raw = createPlane(width, height)
  for (let i = 0; i < raw.data.length; i++) {
    const stands = clamp((fine.data[i] - coarse.data[i]) / surroundings.fullContrast, -1, 1)
    raw.data[i] =
      guess.data[i] * mixture.guess +
      mixture.puff * puff.data[i] +
      detail * mixture.lightness * stands
  }
  const heights = blur(raw, grain.heights)
  let low = Infinity
  let high = -Infinity
  for (const value of raw.data) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const scale = depth / Math.max(1e-6, high - low)
  for (let i = 0; i < raw.data.length; i++) {
    heights.data[i] = slab + (heights.data[i] - low) * scale
  }
  return heights
}

/**
 * Level of the frame as a fraction of the relief's depth. Most of the picture is below the frame.
 */
const frameLevel = 0.62
const besideFrame = 0.02
/**
 * Height by which the frame's outermost row of cells is lower, as a fraction of the frame's width.
 */
const rounding = 0.0875

/**
 * Gives the frame, `frame` cells wide, a constant height and a slightly rounded outer edge. Lowers
 * the picture beside the frame.
 */
export function carveFrame(heights: Plane, frame: number, { slab, depth }: Carving): void {
  const { width, height, data } = heights
  const level = slab + depth * frameLevel
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const fromFrame = Math.min(x, y, width - 1 - x, height - 1 - y) - frame
      if (fromFrame <= -0.5) data[i] = level - (fromFrame < 1.2 - frame ? rounding * frame : 0)
      else if (fromFrame < 1.5) data[i] = Math.min(data[i], level - besideFrame * depth)
    }
  }
}

/**
 * Distance from a region's edge over which the region rises, as a fraction of the picture's width.
 */
const puffReach = 0.05
const halting = 3
/**
 * Largest coefficient that keeps the surface low at colour edges, and range of contrast (ΔE across
 * two cells) over which the coefficient fades in.
 */
const holding = { strength: 0.02, contrast: [5, 18] } as const

function inflateRegions(lab: ThreePlanes): Plane {
  const { width, height } = lab[0]
  const reach = width * puffReach
  const solution = solvePixels(
    {
      width,
      height,
      weight: (i, n) => 1 / (1 + 4 * (colourDifference(lab, i, n) / halting) ** 2),
      own: (i, x, y) => 1 / (reach * reach) + heldBy(lab, i, { x, y }),
      right: () => 2,
    },
    { tolerance: 1e-3, iterationsMax: 200 },
  )
  const puff = createPlane(width, height)
  let highest = 1e-6
  for (let i = 0; i < puff.data.length; i++) {
    puff.data[i] = Math.sqrt(Math.max(0, solution[i]))
    highest = Math.max(highest, puff.data[i])
  }
  for (let i = 0; i < puff.data.length; i++) puff.data[i] /= highest
  return puff
}

function heldBy(lab: ThreePlanes, i: number, { x, y }: { x: number; y: number }): number {
  const { width, height } = lab[0]
  if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return 0
  const edge = getLength(
    colourDifference(lab, i + 1, i - 1),
    colourDifference(lab, i + width, i - width),
    0,
  )
  return holding.strength * smoothstep(holding.contrast[0], holding.contrast[1], edge)
}
