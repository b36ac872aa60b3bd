import type { ModelPose } from '../mesh/pose/model-pose.ts'

/** A place on the surface in metres, and the direction out of the model. */
export type SurfaceSpot = {
  readonly at: readonly [number, number, number]
  readonly normal: readonly [number, number, number]
}

export type Joint = 'none' | 'dowels' | 'dovetail'

export type PlateShape = 'round' | 'square'

export type TextMask = {
  width: number
  height: number
  /** Coverage of each pixel, 0 to 255, in rows from the top. */
  coverage: Uint8Array
  letterPx: number
}

/**
 * One step of print preparation. Lengths are millimetres of the print. For `height`, one metre of
 * the model is 1000 mm.
 */
export type PrepStep =
  | { kind: 'height'; heightMm: number }
  | { kind: 'repair' }
  | { kind: 'weld'; toleranceMm: number }
  | { kind: 'fill' }
  /** Removes separate parts below a fraction of the largest part's size. */
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
  /**
   * Rotates the model so that `down` (a direction out of the model) points to the bed. Without
   * `down`, chooses the best direction.
   */
  | { kind: 'turn'; down?: readonly [number, number, number] | undefined }
  | { kind: 'split' }
  | {
      kind: 'cut'
      axis: 'x' | 'y' | 'z'
      offsetsMm: readonly number[]
      joint: Joint
      clearanceMm: number
    }
  | {
      kind: 'stand'
      shape: PlateShape
      thicknessMm: number
      marginMm: number
      text?: { mask: TextMask; letterMm: number; raiseMm: number } | undefined
    }
  | {
      kind: 'ring'
      holeMm: number
      bandMm: number
      thicknessMm: number
      spot?: SurfaceSpot | undefined
    }
  /**
   * Reduces the colours. `colors` replaces the found colours, and equal colours become one
   * filament.
   */
  | ({ kind: 'colors'; colors?: readonly string[] } & ColorOptions)

export type ColorOptions = {
  count: number
  patchMm2: number
  detailMm: number
}

export type PrepQuestion = {
  url: string
  step: PrepStep
  pose?: ModelPose
  /** Size of the print divided by the size of the model, by default 1. */
  scale?: number | undefined
}

export type CheckQuestion = {
  url: string
  pose?: ModelPose
  /** Steepest overhang that prints without support, in degrees from the vertical. */
  limitDegrees: number
}

export type ColorQuestion = {
  url: string
  pose?: ModelPose
  scale: number
  preview: ColorOptions
}

/** Colour of a filament (`#RRGGBB`), and the fraction of the surface with this colour. */
export type Filament = { color: string; ratio: number }

export type ColorPreview = {
  filaments: readonly Filament[]
  corners: Float32Array<ArrayBuffer>
  labels: Uint8Array<ArrayBuffer>
}

export type PrepAnswer = {
  glb: Uint8Array<ArrayBuffer>
  sentence: string
  isUnchanged: boolean
}
