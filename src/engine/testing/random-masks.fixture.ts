import { cleanColours } from '../colour.ts'
import { cropObject } from '../crop.ts'
import type { GridSides } from '../fields/geometry-grid.ts'
import { cleanMask } from '../mask/clean-mask.ts'
import { completeParams, type EngineParams } from '../params.ts'
import { createRandom } from '../random.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { makeShape } from '../shape.ts'
import { unwrapMesh, type TexturedMesh } from '../uv.ts'

type Random = () => number
type Draw = (mask: Plane, random: Random) => void

const styles = ['auto', 'object', 'turned', 'flat'] as const

/** A random silhouette with random params: `number` alone decides which. */
export function randomCase(number: number): { mask: Plane; params: Partial<EngineParams> } {
  const random = createRandom(number * 7919 + 1)
  const mask = createPlane(16 + Math.floor(random() * 120), 16 + Math.floor(random() * 120))
  const draws = Object.values(kinds)
  draws[number % draws.length](mask, random)
  // Something must be there, or there would be nothing to model.
  disc(mask, { cx: mask.width / 2, cy: mask.height / 2, radius: 4 })
  return {
    mask,
    params: {
      face_limit: Math.round(100 * 40 ** random()),
      style: styles[Math.floor(random() * styles.length)],
      thickness: 0.2 + 1.8 * random(),
      detail: 2.5 * random(),
      model_seed: number % 3,
    },
  }
}

/** A coarse grid, which has the same traps in a quarter of the time. */
export const coarseSides: GridSides = { min: 72, max: 128 }

/** The mesh of a silhouette, whose colours are noise. */
export async function meshOfMask(
  alpha: Plane,
  given: Partial<EngineParams>,
  sides?: GridSides,
): Promise<TexturedMesh> {
  const params = completeParams(given)
  const { width, height } = alpha
  const random = createRandom(width * height)
  const rgba = Uint8Array.from({ length: width * height * 4 }, () => random() * 256)
  const clean = cleanMask({ alpha, source: 'alpha', confidence: 1 }, params.face_limit)
  const cutout = cropObject({ width, height, rgba, scale: 1 }, clean)
  const { mesh } = await makeShape({ cutout, colours: cleanColours(cutout), params }, { sides })
  return unwrapMesh(mesh, cutout)
}

const kinds: Record<string, Draw> = {
  blobs: (mask, random) => {
    for (let k = 0; k < 2 + random() * 12; k++) {
      disc(mask, {
        cx: random() * mask.width,
        cy: random() * mask.height,
        radius: 2 + (random() * mask.width) / 4,
      })
    }
  },
  noise: (mask, random) => {
    const fraction = 0.2 + 0.6 * random()
    for (let i = 0; i < mask.data.length; i++) if (random() < fraction) mask.data[i] = random()
  },
  lines: (mask, random) => {
    for (let k = 0; k < 1 + random() * 10; k++) {
      line(mask, [random(), random(), random(), random()], random() * 2.5)
    }
  },
  spiral: (mask, random) => {
    const turns = 1 + 5 * random()
    const thickness = 0.5 + 2 * random()
    const side = Math.min(mask.width, mask.height) / 2
    for (let t = 0; t < 1; t += 0.001) {
      const angle = t * turns * 2 * Math.PI
      const reach = t * side
      const x = mask.width / 2 + reach * Math.cos(angle)
      disc(mask, { cx: x, cy: mask.height / 2 + reach * Math.sin(angle), radius: thickness })
    }
  },
  dots: (mask, random) => {
    for (let k = 0; k < 5 + random() * 60; k++) {
      disc(mask, {
        cx: random() * mask.width,
        cy: random() * mask.height,
        radius: 0.5 + 3 * random(),
      })
    }
  },
  holes: (mask, random) => {
    mask.data.fill(1)
    for (let k = 0; k < 3 + random() * 40; k++) {
      disc(mask, {
        cx: random() * mask.width,
        cy: random() * mask.height,
        radius: 0.5 + 5 * random(),
        value: 0,
      })
    }
  },
  boxes: (mask, random) => {
    for (let k = 0; k < 1 + random() * 8; k++) {
      const [left, top] = [random() * mask.width, random() * mask.height]
      const [right, bottom] = [left + (random() * mask.width) / 2, top + random() * mask.height]
      for (let y = Math.floor(top); y < Math.min(mask.height, bottom); y++) {
        for (let x = Math.floor(left); x < Math.min(mask.width, right); x++) {
          mask.data[y * mask.width + x] = k % 3 === 2 ? 0 : 1
        }
      }
    }
  },
  chequers: (mask, random) => {
    const side = 1 + Math.floor(random() * 9)
    for (let i = 0; i < mask.data.length; i++) {
      const [x, y] = [i % mask.width, Math.floor(i / mask.width)]
      mask.data[i] = (Math.floor(x / side) + Math.floor(y / side)) % 2
    }
  },
}

type Disc = {
  /** In pixels. */
  readonly cx: number
  /** In pixels. */
  readonly cy: number
  /** In pixels. */
  readonly radius: number
  readonly value?: number
}

function disc(mask: Plane, { cx, cy, radius, value = 1 }: Disc): void {
  for (let y = Math.max(0, Math.floor(cy - radius)); y < mask.height && y <= cy + radius; y++) {
    for (let x = Math.max(0, Math.floor(cx - radius)); x < mask.width && x <= cx + radius; x++) {
      if (Math.hypot(x - cx, y - cy) <= radius) mask.data[y * mask.width + x] = value
    }
  }
}

function line(mask: Plane, [x0, y0, x1, y1]: number[], radius: number): void {
  for (let t = 0; t <= 1; t += 0.004) {
    disc(mask, {
      cx: (x0 + t * (x1 - x0)) * mask.width,
      cy: (y0 + t * (y1 - y0)) * mask.height,
      radius,
    })
  }
}
