import type { Direction } from '#viewer/camera/sides.ts'

export const cutAxes = ['x', 'y', 'z'] as const
export type CutAxis = (typeof cutAxes)[number]

/** A plane perpendicular to an axis, which removes the model on one side. */
export type CutPlane = {
  place: number
  isFlipped: boolean
}

export type Cut = {
  planes: Readonly<Partial<Record<CutAxis, CutPlane>>>
  hasCap: boolean
}

/**
 * Creates a plane through the centre that removes the half towards the camera.
 * @param from direction of the camera, if known.
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
