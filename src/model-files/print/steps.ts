import type { ModelPose } from '../mesh/pose/model-pose.ts'

/** A place on the surface in metres, and the direction out of the model. */
export type SurfaceSpot = {
  readonly at: readonly [number, number, number]
  readonly normal: readonly [number, number, number]
}

/** How the pieces of a cut model are joined after printing. */
export type Joint = 'none' | 'dowels' | 'dovetail'

export type PlateShape = 'round' | 'square'

/** A drawn text. */
export type TextMask = {
  width: number
  height: number
  /** Coverage of each pixel, 0 to 255, in rows from the top. */
  coverage: Uint8Array
  /** Height of a capital letter. */
  letterPx: number
}

/**
 * One step of print preparation. Lengths are millimetres of the print, except `height`: one metre
 * of the model is 1000 mm.
 */
export type PrepStep =
  | { kind: 'height'; heightMm: number }
  | { kind: 'repair' }
  | { kind: 'weld'; toleranceMm: number }
  | { kind: 'fill' }
  /** Removes separate parts smaller than this fraction of the largest part. */
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
  /** Puts the separate parts beside each other on the bed. */
  | { kind: 'split' }
  /** Cuts the model into pieces by planes perpendicular to an axis. */
  | {
      kind: 'cut'
      axis: 'x' | 'y' | 'z'
      /** Distances of the planes from the lower end of the model, ascending. */
      offsetsMm: readonly number[]
      joint: Joint
      clearanceMm: number
    }
  /** Adds a plate under the model, with raised letters in front. */
  | {
      kind: 'stand'
      shape: PlateShape
      thicknessMm: number
      marginMm: number
      text?: { mask: TextMask; letterMm: number; raiseMm: number } | undefined
    }
  /** Adds a ring for keys. Without `spot`, at the top. */
  | {
      kind: 'ring'
      holeMm: number
      bandMm: number
      thicknessMm: number
      spot?: SurfaceSpot | undefined
    }
  /**
   * Reduces the colours. `colors` replaces the colours that were found, and equal ones become one
   * filament.
   */
  | ({ kind: 'colors'; colors?: readonly string[] } & ColorOptions)

export type ColorOptions = {
  count: number
  /** Patches below this area take the colour around them. */
  patchMm2: number
  /** Length of the smallest details along a border of two colours. */
  detailMm: number
}

export type PrepQuestion = {
  url: string
  step: PrepStep
  pose?: ModelPose
  /** Size of the print divided by the size of the model. Default: 1. */
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

/** A filament as a colour (`#RRGGBB`), and the part of the surface that it covers, 0 to 1. */
export type Filament = { color: string; ratio: number }

export type ColorPreview = {
  filaments: readonly Filament[]
  /** Corners of the triangles in metres, nine numbers each. */
  corners: Float32Array<ArrayBuffer>
  /** Index of each triangle's filament. */
  labels: Uint8Array<ArrayBuffer>
}

export type PrepAnswer = {
  glb: Uint8Array<ArrayBuffer>
  sentence: string
  heightMm: number
  /** True if there was nothing to do. */
  isUnchanged: boolean
}
