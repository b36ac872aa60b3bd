import { describe, expect, it } from 'vitest'
import { imageTo3d } from '../../image-to-3d.ts'
import type { ViewPictures } from '../../params.ts'
import { findDefects } from '../../testing/find-defects.fixture.ts'
import { pixelPicture } from '../../testing/pictures.fixture.ts'
import { weightsPath } from '../../testing/weights-path.fixture.ts'
import { loadDraws } from '../../thumbnail/load-draws.ts'

type Vector = readonly [x: number, y: number, z: number]
type Ellipsoid = { readonly centre: Vector; readonly radii: Vector }

const rabbit: readonly Ellipsoid[] = [
  { centre: [-0.02, -0.24, 0], radii: [0.36, 0.3, 0.25] },
  { centre: [0.28, 0.12, 0], radii: [0.2, 0.17, 0.16] },
  { centre: [0.2, 0.36, 0.09], radii: [0.06, 0.2, 0.04] },
  { centre: [0.2, 0.36, -0.09], radii: [0.06, 0.2, 0.04] },
  { centre: [0.23, -0.5, 0.13], radii: [0.16, 0.06, 0.07] },
  { centre: [0.23, -0.5, -0.13], radii: [0.16, 0.06, 0.07] },
  { centre: [-0.39, -0.36, 0], radii: [0.09, 0.09, 0.08] },
]
const tall = 1.12
const side = 256
const span = 1.2

/** Renders the rabbit along an axis. `towards` is the direction of the picture's right side. */
function take(across: 0 | 2, towards: 1 | -1, parts = rabbit): Promise<Buffer> {
  return pixelPicture(side, side, (px, py) => {
    const [u, v] = [((px + 0.5) / side - 0.5) * span * towards, (0.5 - (py + 0.5) / side) * span]
    const isInside = parts.some(
      ({ centre, radii }) =>
        ((u - centre[across]) / radii[across]) ** 2 + ((v - centre[1]) / radii[1]) ** 2 < 1,
    )
    return [150, 110, 70, isInside ? 255 : 0] as const
  }).toBuffer()
}

type Ray = { readonly front: number; readonly spans: readonly (readonly [number, number])[] }

const steps = 60
const places = Array.from({ length: steps * steps }, (_, k) => [
  ((k % steps) / steps - 0.5) * span + 0.0013,
  (Math.floor(k / steps) / steps - 0.5) * span + 0.0007,
])

function truthRays(): Ray[] {
  return places.map(([x, y]) => {
    const spans = rabbit.flatMap(({ centre, radii }) => {
      const rest = 1 - ((x - centre[0]) / radii[0]) ** 2 - ((y - centre[1]) / radii[1]) ** 2
      if (rest <= 0) return []
      const half = radii[2] * Math.sqrt(rest)
      return [[centre[2] - half, centre[2] + half] as const]
    })
    return { front: Math.max(...spans.map(([, to]) => to)), spans }
  })
}

async function meshRays(glb: Uint8Array, scale: number): Promise<Ray[]> {
  const [{ positions: p, indices }] = await loadDraws(glb)
  const crossings: number[][] = places.map(() => [])
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t] * 3, indices[t + 1] * 3, indices[t + 2] * 3]
    const area = (p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[c] - p[a]) * (p[b + 1] - p[a + 1])
    if (area === 0) continue
    places.forEach(([x, y], k) => {
      const [px, py] = [x / scale - p[a], y / scale - p[a + 1]]
      const u = (px * (p[c + 1] - p[a + 1]) - (p[c] - p[a]) * py) / area
      const v = ((p[b] - p[a]) * py - (p[b + 1] - p[a + 1]) * px) / area
      if (u < 0 || v < 0 || u + v > 1) return
      crossings[k].push((p[a + 2] + u * (p[b + 2] - p[a + 2]) + v * (p[c + 2] - p[a + 2])) * scale)
    })
  }
  return crossings.map((all) => {
    const sorted = all.toSorted((one, other) => one - other)
    const spans = sorted.flatMap((from, k) =>
      k % 2 === 0 && k + 1 < sorted.length ? [[from, sorted[k + 1]] as const] : [],
    )
    return { front: sorted.at(-1) ?? -Infinity, spans }
  })
}

function measureOverlap(one: readonly Ray[], other: readonly Ray[]): number {
  const isIn = ({ spans }: Ray, z: number) => spans.some(([from, to]) => z > from && z < to)
  let [both, either] = [0, 0]
  one.forEach((ray, k) => {
    for (let z = -0.6; z < 0.6; z += 0.02) {
      const [a, b] = [isIn(ray, z), isIn(other[k], z)]
      if (a && b) both++
      if (a || b) either++
    }
  })
  return both / either
}

const bendMax = 0.2

function measureRoughness(made: readonly Ray[], truth: readonly Ray[]): number {
  const bend = (rays: readonly Ray[], k: number, step: number) =>
    Math.abs(rays[k - step].front + rays[k + step].front - 2 * rays[k].front)
  let [sum, count] = [0, 0]
  for (let k = steps; k + steps < made.length; k++) {
    for (const step of [1, steps]) {
      if (!(bend(truth, k, step) < 0.02)) continue
      const own = bend(made, k, step)
      sum += own < bendMax ? own : bendMax
      count++
    }
  }
  return sum / count
}

async function make(views?: ViewPictures, front = take(0, 1)) {
  const { glb, warnings } = await imageTo3d(await front, {
    params: { face_limit: 6_000, texture: false, pbr: false, style: 'object' },
    weightsPath,
    views,
  })
  expect(await findDefects(glb, 6_000)).toEqual([])
  return { rays: await meshRays(glb, tall), warnings }
}

describe('imageTo3d with pictures of the left and the right', () => {
  it('makes a rabbit that matches its true shape better than with one picture, without cracks', async () => {
    const truth = truthRays()
    const one = await make()
    const three = await make({ left: await take(2, -1), right: await take(2, 1) })
    expect(three.warnings).toEqual([])
    expect(measureOverlap(three.rays, truth)).toBeGreaterThan(
      measureOverlap(one.rays, truth) + 0.18,
    )
    expect(measureRoughness(three.rays, truth)).toBeLessThan(
      1.5 * measureRoughness(one.rays, truth),
    )
  })

  it('uses the front alone and adds a warning if the sides do not fit the front', async () => {
    // Two stacked balls do not fit the rabbit, because they leave no room for its neck.
    const balls: Ellipsoid[] = [-0.42, 0.42].map((y) => ({
      centre: [0, y, 0],
      radii: [0.2, 0.2, 0.2],
    }))
    const odd = await take(2, 1, balls)
    const { rays, warnings } = await make({ left: odd, right: odd })
    expect(warnings).toEqual([
      'The pictures of the sides do not fit the front; the shape follows the front alone.',
    ])
    const one = await make()
    expect(rays).toEqual(one.rays)
  })
})
