import { cleanColours } from '../colour.ts'
import { cropObject, type Cutout } from '../crop.ts'
import type { GridSides } from '../fields/geometry-grid.ts'
import { cleanMask } from '../mask/clean-mask.ts'
import { completeParams, viewNames, type EngineParams, type ViewName } from '../params.ts'
import { createRandom } from '../random.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { makeShape } from '../shape.ts'
import { unwrapMesh, type TexturedMesh } from '../uv.ts'
import { combineViews } from '../views/other-sides.ts'

type Random = () => number
type Draw = (mask: Plane, random: Random) => void

const styles = ['auto', 'object', 'turned', 'flat'] as const

export function randomCase(number: number): { mask: Plane; params: Partial<EngineParams> } {
  const random = createRandom(number * 7919 + 1)
  const mask = createPlane(randomSide(random), randomSide(random))
  drawKind(mask, number, random)
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

const randomSide = (random: Random) => 16 + Math.floor(random() * 120)

function drawKind(mask: Plane, kind: number, random: Random): void {
  const draws = Object.values(kinds)
  draws[kind % draws.length](mask, random)
  disc(mask, { cx: mask.width / 2, cy: mask.height / 2, radius: 4 })
}

export type Masks = { readonly [name in ViewName]?: Plane }

/**
 * Returns a random silhouette with side views, which match one solid, show an object that moved
 * between pictures, or are unrelated.
 */
export function randomSides(number: number): ReturnType<typeof randomCase> & { views: Masks } {
  const { mask: drawn, params } = randomCase(number)
  const random = createRandom(number * 104_729 + 1)
  const draw = (height: number) => {
    const mask = createPlane(randomSide(random), height)
    drawKind(mask, Math.floor(random() * 8), random)
    return mask
  }
  const given = viewNames.filter(() => random() < 0.85)
  const only = (views: Required<Masks>): Masks =>
    Object.fromEntries(given.map((name) => [name, views[name]]))
  if (number % 3 === 2) {
    const [left, back, right] = [0, 1, 2].map(() => draw(randomSide(random)))
    return { mask: drawn, params, views: only({ left, back, right }) }
  }
  const aside = draw(drawn.height)
  const [mask, left] = [addRows(drawn, aside), addRows(aside, drawn)]
  const moved = number % 3 === 1 ? 3 : 0
  const shaken = (plane: Plane) => mirrored(plane, Math.round(moved * (2 * random() - 1)))
  return { mask, params, views: only({ left, back: shaken(mask), right: shaken(left) }) }
}

function addRows(mask: Plane, other: Plane): Plane {
  const hasRow = Array.from({ length: other.height }, (_, y) =>
    other.data.subarray(y * other.width, (y + 1) * other.width).some((value) => value > 0.5),
  )
  return { ...mask, data: mask.data.map((v, i) => (hasRow[Math.floor(i / mask.width)] ? v : 0)) }
}

function mirrored({ width, height, data }: Plane, shear: number): Plane {
  const plane = createPlane(width, height)
  for (let i = 0; i < data.length; i++) {
    const y = Math.floor(i / width)
    const x = width - 1 - (i - y * width) + Math.round((shear * y) / height)
    if (x >= 0 && x < width) plane.data[i] = data[y * width + x]
  }
  return plane
}

/** A coarse grid, which has the same edge cases as a fine grid in a quarter of the time. */
export const coarseSides: GridSides = { min: 72, max: 128 }

type MaskOptions = { readonly sides?: GridSides | undefined; readonly views?: Masks | undefined }

export async function meshOfMask(
  alpha: Plane,
  given: Partial<EngineParams>,
  { sides, views }: MaskOptions = {},
): Promise<TexturedMesh> {
  const params = completeParams(given)
  const cutout = cutOut(alpha, params.face_limit)
  const colours = cleanColours(cutout)
  const others = views && getSides({ front: cutout, colours, depth: colours.depth }, views, params)
  const { mesh } = await makeShape({ cutout, colours, params }, { sides, ...others })
  return unwrapMesh(mesh, cutout)
}

function cutOut(alpha: Plane, faceLimit: number): Cutout {
  const { width, height } = alpha
  const random = createRandom(width * height)
  const rgba = Uint8Array.from({ length: width * height * 4 }, () => random() * 256)
  const clean = cleanMask({ alpha, source: 'alpha', confidence: 1 }, faceLimit)
  return cropObject({ width, height, rgba, scale: 1 }, clean)
}

function getSides(
  front: Parameters<typeof combineViews>[0],
  masks: Masks,
  { face_limit: faceLimit }: EngineParams,
) {
  const views = viewNames.flatMap((name) => {
    const alpha = masks[name]
    if (!alpha) return []
    const cutout = cutOut(alpha, faceLimit)
    return [[name, { cutout, colours: cleanColours(cutout) }] as const]
  })
  const { profile, side } = combineViews(front, Object.fromEntries(views), [])
  return { profile, side }
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
  readonly cx: number
  readonly cy: number
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
