import type { Direction } from '#viewer/camera/sides.ts'

export const cutAxes = ['x', 'y', 'z'] as const
export type CutAxis = (typeof cutAxes)[number]

/** A plane across an axis, of which one side is taken away. */
export type CutPlane = {
  /** Along the model's extent, 0 to 1. */
  place: number
  /** Takes away what is below `place`, not above. */
  isFlipped: boolean
}

/** Planes through the model; what is left is on the kept side of all of them. */
export type Cut = {
  planes: Readonly<Partial<Record<CutAxis, CutPlane>>>
  /** Closes the model where it is cut, as if it were solid. */
  hasCap: boolean
}

/**
 * A cut through the middle that takes away the half towards the viewer, so that the section is seen.
 *
 * @param from where the camera is, if there is one.
 */
export function planeFacing(axis: CutAxis, from: Direction | undefined): CutPlane {
  const isBehind = from !== undefined && alongAxis[axis](from) < 0
  return { place: 0.5, isFlipped: isBehind }
}

const alongAxis: Readonly<Record<CutAxis, (from: Direction) => number>> = {
  x: ({ azimuth, polar }) => Math.sin(azimuth) * Math.sin(polar),
  y: ({ polar }) => Math.cos(polar),
  z: ({ azimuth, polar }) => Math.cos(azimuth) * Math.sin(polar),
}
