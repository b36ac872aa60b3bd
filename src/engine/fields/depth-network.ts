import type { Cutout } from '../crop.ts'
import type { Picture } from '../decode.ts'
import { runPictureNetwork } from '../mask/picture-network.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { sampleBilinear, stretch } from '../raster/sample.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { weightedBlur } from '../raster/weighted-blur.ts'
import type { GeometryGrid } from './geometry-grid.ts'
import type { Heights } from './heights.ts'

/** As Depth Anything and MiDaS take their pictures; also the side where the file leaves it open. */
const input = {
  sidePx: 518,
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
} as const

/** How far the network's depth counts against the shape made from the silhouette. */
const fraction = 0.6
/** Values beyond these quantiles are taken for outliers. */
const quantiles = [0.02, 0.98] as const

/**
 * How near each part of the picture is, as a network sees it.
 *
 * @param path of an ONNX file that gives larger numbers for what is nearer (inverse depth).
 * @returns values over the cutout, in the network's own unit.
 * @throws {EngineError} `network_unusable`.
 */
export async function guessNearness(
  picture: Picture,
  cutout: Omit<Cutout, 'linear' | 'alpha'>,
  path: string,
): Promise<Plane> {
  const whole = await runPictureNetwork(picture, path, (sidePx) => ({
    ...input,
    sidePx: sidePx || input.sidePx,
  }))
  const side = 256
  const scale = side / Math.max(cutout.width, cutout.height)
  const nearness = createPlane(
    Math.max(2, Math.round(cutout.width * scale)),
    Math.max(2, Math.round(cutout.height * scale)),
  )
  for (let y = 0; y < nearness.height; y++) {
    const v = ((y + 0.5) / nearness.height) * cutout.height + cutout.top
    for (let x = 0; x < nearness.width; x++) {
      const u = ((x + 0.5) / nearness.width) * cutout.width + cutout.left
      nearness.data[y * nearness.width + x] = sampleBilinear(
        whole,
        (u / picture.width) * whole.width - 0.5,
        (v / picture.height) * whole.height - 0.5,
      )
    }
  }
  return nearness
}

type SeenNearness = {
  /** What the network saw, on the nodes of the grid. */
  readonly nearness: Plane
  readonly grid: GeometryGrid
  /** 1 inside, 0 outside. */
  readonly weight: Plane
}

/**
 * Moves the front towards what the network saw: the silhouette says how deep the object is and where
 * it ends, the network how that depth is spread.
 */
export function fuseNearness(
  { front, back }: Heights,
  { nearness, grid, weight }: SeenNearness,
): Heights {
  const { width, height, inside, phi, radius } = grid
  const near = stretch(nearness, width, height)
  const known: number[] = []
  let highest = 0
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    if (Number.isFinite(near.data[i]) && phi.data[i] > 2) known.push(near.data[i])
    highest = Math.max(highest, front.data[i])
  }
  if (known.length < 16) return { front, back }
  known.sort((a, b) => a - b)
  const [low, high] = quantiles.map((q) => known[Math.floor(q * (known.length - 1))])
  // A network that sees no depth at all has nothing to say.
  if (!(high - low > 1e-6)) return { front, back }
  const seen = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) {
    if (inside[i]) seen.data[i] = Math.min(1, Math.max(0, (near.data[i] - low) / (high - low)))
  }
  const smooth = weightedBlur(seen, weight, 1)
  const fused = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const taper = Math.sqrt(smoothstep(0, 0.3 * radius, phi.data[i]))
    const level = highest * (0.2 + 0.8 * smooth.data[i])
    const target = Math.min(level, front.data[i] + (level - front.data[i]) * taper)
    fused.data[i] = Math.max(
      0.3 * front.data[i],
      front.data[i] * (1 - fraction) + target * fraction,
    )
  }
  return { front: fused, back }
}
