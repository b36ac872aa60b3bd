import { createRandom } from '../../random.ts'
import { getCentre, type Lens, type Pose, toRay } from '../cameras/lens.ts'
import { createInk } from '../mat/mat-ink.ts'
import type { Mat } from '../mat/mat-layout.ts'

/** A simple object in a test photo, in mm. `colour` is linear, 0 to 1. */
export type Body = {
  readonly kind: 'box' | 'ellipsoid' | 'cylinder'
  readonly centre: readonly [number, number, number]
  readonly half: readonly [number, number, number]
  readonly colour: readonly [number, number, number]
}

export type PhotoWish = {
  readonly mat: Mat
  readonly lens: Lens
  readonly pose: Pose
  readonly width: number
  readonly height: number
  readonly bodies?: readonly Body[]
  readonly blur?: number
  readonly noise?: number
  readonly gain?: number
  readonly seed?: number
}

/** Returns the pose of a camera that looks at `target`. Azimuth and height are in degrees. */
export function lookAt(
  {
    azimuth,
    height,
    distance,
    roll = 0,
  }: Record<'azimuth' | 'height' | 'distance', number> & {
    roll?: number
  },
  target: readonly number[] = [0, 0, 30],
): Pose {
  const [a, e] = [(azimuth * Math.PI) / 180, (height * Math.PI) / 180]
  const back = [Math.cos(a) * Math.cos(e), Math.sin(a) * Math.cos(e), Math.sin(e)]
  const right = [-Math.sin(a), Math.cos(a), 0]
  const down = [
    back[2] * right[1] * -1 + back[1] * right[2],
    back[2] * right[0] - back[0] * right[2],
    back[0] * right[1] - back[1] * right[0],
  ].map((value) => -value)
  const [c, s] = [Math.cos(roll), Math.sin(roll)]
  const x = right.map((value, k) => c * value + s * down[k])
  const y = down.map((value, k) => c * value - s * right[k])
  const rotation = [...x, ...y, ...back.map((value) => -value)]
  const eye = back.map((value, k) => target[k] + distance * value)
  const shift = [0, 3, 6].map(
    (row) => -(rotation[row] * eye[0] + rotation[row + 1] * eye[1] + rotation[row + 2] * eye[2]),
  )
  return { rotation, shift }
}

/** Renders a photo of the mat with objects by casting rays, and the exact mask of the objects. */
export function renderPhoto(wish: PhotoWish): { rgb: Uint8Array; mask: Uint8Array } {
  const { width, height, gain = 1, noise = 0, blur = 0, seed = 1 } = wish
  const random = createRandom(seed)
  const light = new Float32Array(width * height * 3)
  const mask = new Uint8Array(width * height)
  const look = createLook(wish)
  const count = blur > 6 ? 16 : 4
  const offsets = [0.125, 0.625, 0.375, 0.875]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      let covered = 0
      for (let k = 0; k < count; k++) {
        const spread = blur * (k / (count - 1) - 0.5) * Math.SQRT1_2
        const seen = look(x + offsets[k & 3] + spread, y + ((k & 3) + 0.5) / 4 + spread)
        if (seen.isBody) covered++
        for (let c = 0; c < 3; c++) light[i * 3 + c] += seen.colour[c] / count
      }
      mask[i] = (covered / count) * 255
    }
  }
  const rgb = new Uint8Array(light.length)
  for (let i = 0; i < rgb.length; i++) {
    const grain = noise * (random() + random() + random() + random() - 2) * Math.sqrt(3)
    const value = Math.min(1, light[i] * gain) ** (1 / 2.2) + grain
    rgb[i] = Math.max(0, Math.min(255, Math.round(value * 255)))
  }
  return { rgb, mask }
}

type Seen = { isBody: boolean; colour: readonly number[] }

function createLook({ mat, lens, pose, bodies = [] }: PhotoWish): (u: number, v: number) => Seen {
  const ink = createInk(mat)
  const eye = getCentre(pose)
  const { rotation: r } = pose
  return (u, v) => {
    const [x, y] = toRay(lens, u, v)
    const ray = [0, 1, 2].map((k) => r[k] * x + r[3 + k] * y + r[6 + k])
    let nearest = Infinity
    let colour: readonly number[] = [0.3, 0.28, 0.25]
    let isBody = false
    if (ray[2] < 0) {
      nearest = -eye[2] / ray[2]
      const [px, py] = [eye[0] + nearest * ray[0], eye[1] + nearest * ray[1]]
      const isPage = Math.abs(px) < mat.halfWidth + 10 && Math.abs(py) < mat.halfHeight + 10
      const shade = isPage ? 0.04 + 0.7 * ink(px, py) : 0
      colour = isPage ? [shade, shade, shade * 0.95] : [0.25, 0.14, 0.08]
    }
    for (const body of bodies) {
      if (!isNearBody(body, eye, ray)) continue
      const hit = hitBody(body, eye, ray)
      if (!hit || hit.at >= nearest) continue
      nearest = hit.at
      isBody = true
      const shade = 0.55 + 0.45 * (0.4 * hit.normal[0] + 0.2 * hit.normal[1] + 0.8 * hit.normal[2])
      colour = body.colour.map((value) => value * shade)
    }
    return { isBody, colour }
  }
}

function isNearBody({ centre, half }: Body, eye: readonly number[], ray: readonly number[]) {
  const x = centre[0] - eye[0]
  const y = centre[1] - eye[1]
  const z = centre[2] - eye[2]
  const along = x * ray[0] + y * ray[1] + z * ray[2]
  const squared = ray[0] * ray[0] + ray[1] * ray[1] + ray[2] * ray[2]
  const distance = x * x + y * y + z * z - (along * along) / squared
  return distance < half[0] * half[0] + half[1] * half[1] + half[2] * half[2]
}

type Hit = { at: number; normal: readonly number[] }

function hitBody({ kind, centre, half }: Body, eye: readonly number[], ray: readonly number[]) {
  const from = eye.map((value, k) => (value - centre[k]) / half[k])
  const along = ray.map((value, k) => value / half[k])
  const toNormal = (unit: readonly number[]) => {
    const scaled = unit.map((value, k) => value / half[k])
    const length = Math.hypot(...scaled)
    return scaled.map((value) => value / length)
  }
  const hitRound = (axes: readonly number[]): Hit | undefined => {
    const [a, b, c] = [along, along, from].map((one, k) =>
      axes.reduce((sum, axis) => sum + one[axis] * (k === 0 ? along : from)[axis], 0),
    )
    const root = b * b - a * (c - 1)
    if (root <= 0) return undefined
    const at = (-b - Math.sqrt(root)) / a
    const unit = [0, 1, 2].map((axis) => (axes.includes(axis) ? from[axis] + at * along[axis] : 0))
    return at > 0 ? { at, normal: toNormal(unit) } : undefined
  }
  if (kind === 'ellipsoid') return hitRound([0, 1, 2])
  const slabs = kind === 'box' ? [0, 1, 2] : [2]
  let [enter, leave] = [-Infinity, Infinity]
  let normal: number[] = []
  for (const axis of slabs) {
    const first = (-Math.sign(along[axis]) - from[axis]) / along[axis]
    const last = (Math.sign(along[axis]) - from[axis]) / along[axis]
    if (first > enter) {
      enter = first
      normal = [0, 1, 2].map((k) => (k === axis ? -Math.sign(along[axis]) : 0))
    }
    leave = Math.min(leave, last)
  }
  if (kind === 'box') return enter < leave && enter > 0 ? { at: enter, normal } : undefined
  const side = hitRound([0, 1])
  const isInside = (at: number) => Math.hypot(from[0] + at * along[0], from[1] + at * along[1]) <= 1
  if (enter > 0 && enter < leave && isInside(enter)) return { at: enter, normal }
  return side && side.at > enter && side.at < leave ? side : undefined
}
