import type { ModelPose } from '../mesh/pose/model-pose.ts'

/** A place on the surface in metres, and the direction out of the model. */
export type SurfaceSpot = {
  readonly at: readonly [number, number, number]
  readonly normal: readonly [number, number, number]
}

/**
 * One step of print preparation. Lengths are in millimetres of the print. `height` is that of the
 * model, where a metre is 1000 mm.
 */
export type PrepStep =
  | { kind: 'height'; heightMm: number }
  | { kind: 'repair' }
  | { kind: 'weld'; toleranceMm: number }
  | { kind: 'fill' }
  /** Drops shells smaller than this fraction of the largest shell. */
  | { kind: 'crumbs'; fraction: number }
  | { kind: 'base'; heightMm: number }
  | {
      kind: 'hollow'
      wallMm: number
      drainMm?: number | undefined
      /** Start of the drain hole. Undefined chooses a safe place. */
      drainSpot?: SurfaceSpot | undefined
    }
  | { kind: 'plate' }

export type PrepQuestion = {
  url: string
  step: PrepStep
  pose?: ModelPose
  /** Size of the print relative to the model. 1 by default. */
  scale?: number | undefined
}

export type PrepAnswer = {
  glb: Uint8Array<ArrayBuffer>
  sentence: string
  heightMm: number
}
