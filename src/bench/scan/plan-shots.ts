import { createRandom } from '#engine/random.ts'
import type { Lens, Pose } from '#engine/scan/cameras/lens.ts'

export const photoSize = { width: 1600, height: 1200 } as const

export type Shot = {
  readonly lens: Lens
  readonly pose: Pose
  readonly blur: readonly [number, number]
  readonly gain: readonly [number, number, number]
  readonly noise: number
  readonly seed: number
}

/**
 * Rings around the object in which photos are taken. Each ring has a fraction of the photos, an
 * elevation and its variation, in degrees.
 */
const rings = [
  { fraction: 12 / 36, elevation: 11, spread: 2 },
  { fraction: 14 / 36, elevation: 31, spread: 4 },
  { fraction: 8 / 36, elevation: 55, spread: 4 },
  { fraction: 2 / 36, elevation: 78, spread: 3 },
]

/** Plans photos that a person takes with a phone: lens, positions, blur, exposure and noise. */
export function planShots(seed: number, count: number, longest: number): Shot[] {
  const random = createRandom(seed ^ 0x5ca7)
  const gauss = () => random() + random() + random() + random() - 2
  const { width, height } = photoSize
  const lens = {
    f: 1202 * (1 + 0.02 * gauss()),
    k1: 0.03 + 0.02 * gauss(),
    cx: width / 2 + 5 * gauss(),
    cy: height / 2 + 5 * gauss(),
  }
  const shots: Shot[] = []
  for (const { fraction, elevation, spread } of rings) {
    const photos = Math.max(1, Math.round(fraction * count))
    for (let k = 0; k < photos; k++) {
      const azimuth = ((k + 0.35 * gauss()) / photos) * 2 * Math.PI
      const angle = ((elevation + spread * gauss()) * Math.PI) / 180
      const distance = 370 + 35 * gauss() + Math.max(0, longest - 120)
      const target = [12 * gauss(), 12 * gauss(), 0.4 * longest * 0.8 + 8 * gauss()]
      const isBlurred = random() < 0.25
      const blur = isBlurred ? 3 + 5 * random() : 1.2 * random()
      const direction = random() * 2 * Math.PI
      const exposure = 2 ** (0.35 * gauss())
      const balance = 0.04 * gauss()
      shots.push({
        lens,
        pose: aim({ azimuth, angle, distance, roll: 0.1 * gauss() }, target),
        blur: [blur * Math.cos(direction), blur * Math.sin(direction)],
        gain: [exposure * (1 + balance), exposure, exposure * (1 - balance)],
        noise: 0.008 + 0.008 * random(),
        seed: Math.floor(random() * 2 ** 31),
      })
    }
  }
  return shots
}

type Aim = { azimuth: number; angle: number; distance: number; roll: number }

function aim({ azimuth, angle, distance, roll }: Aim, target: readonly number[]): Pose {
  const back = [
    Math.cos(azimuth) * Math.cos(angle),
    Math.sin(azimuth) * Math.cos(angle),
    Math.sin(angle),
  ]
  const right = [-Math.sin(azimuth), Math.cos(azimuth), 0]
  // The y axis of the camera points down, as the cross product of forward and right.
  const forward = back.map((value) => -value)
  const down = [
    forward[1] * right[2] - forward[2] * right[1],
    forward[2] * right[0] - forward[0] * right[2],
    forward[0] * right[1] - forward[1] * right[0],
  ]
  const [c, s] = [Math.cos(roll), Math.sin(roll)]
  const rotation = [
    ...right.map((value, k) => c * value + s * down[k]),
    ...down.map((value, k) => c * value - s * right[k]),
    ...forward,
  ]
  const eye = back.map((value, k) => target[k] + distance * value)
  const shift = [0, 3, 6].map(
    (row) => -(rotation[row] * eye[0] + rotation[row + 1] * eye[1] + rotation[row + 2] * eye[2]),
  )
  return { rotation, shift }
}
