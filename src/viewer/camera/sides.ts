import { t } from '#languages/viewer.ts'

/** Named view directions. `right` is on the right of a viewer in front of the model. */
export type Side = 'front' | 'back' | 'right' | 'left' | 'top' | 'bottom' | 'threeQuarter'

/** Direction from the orbit target to the camera in radians, as in `THREE.Spherical`. */
export type Direction = {
  /** Angle around the vertical axis. 0 is in front (+Z), π/2 on the right (+X). */
  azimuth: number
  /** Angle from the direction straight up. π/2 is level. */
  polar: number
}

const horizontal = Math.PI / 2

export const directions: Readonly<Record<Side, Direction>> = {
  front: { azimuth: 0, polar: horizontal },
  back: { azimuth: Math.PI, polar: horizontal },
  right: { azimuth: horizontal, polar: horizontal },
  left: { azimuth: -horizontal, polar: horizontal },
  top: { azimuth: 0, polar: 0 },
  bottom: { azimuth: 0, polar: Math.PI },
  threeQuarter: { azimuth: Math.PI / 6, polar: horizontal - Math.PI / 9 },
}

const around = [
  t('the front'),
  t('the front right'),
  t('the right'),
  t('the back right'),
  t('the back'),
  t('the back left'),
  t('the left'),
  t('the front left'),
] as const

export function describeDirection({ azimuth, polar }: Direction): string {
  const degreesUp = 90 - (polar * 180) / Math.PI
  if (degreesUp > 75) return t('Seen from the top')
  if (degreesUp < -75) return t('Seen from the bottom')
  const eighth = Math.round(azimuth / (Math.PI / 4))
  const side = around[((eighth % 8) + 8) % 8] ?? around[0]
  if (degreesUp > 30) return t('Seen from {side}, above', { side })
  if (degreesUp < -30) return t('Seen from {side}, below', { side })
  return t('Seen from {side}', { side })
}

/** Returns the angle equal to `to`, up to full turns, that is nearest to `from`, in radians. */
export function nearestTurn(from: number, to: number): number {
  const turn = 2 * Math.PI
  return to + Math.round((from - to) / turn) * turn
}
