import type { PhotoProblem } from './photo-problems.ts'

/**
 * Pixels of a photo or video frame for the worker that detects the printed mat below the object.
 */
export type LookRequest = {
  readonly id: number
  readonly width: number
  readonly height: number
  /** Pixels as sRGB, four bytes each. */
  readonly rgba: ArrayBuffer
}

/** Direction from the mat's centre to the camera. */
export type CameraDirection = {
  /** Angle around the object, counter-clockwise on the mat, in degrees, 0 to 360. */
  readonly azimuth: number
  /** Angle above the mat, in degrees, 0 to 90. */
  readonly elevation: number
  readonly distanceMm: number
}

export type PhotoLook = {
  readonly id: number
  readonly width: number
  readonly height: number
  readonly markers: number
  /** Steepness of the strongest edges: about 0.2 in a blurred photo, 1 in a sharp photo. */
  readonly sharpness: number
  /** Reason why the photo cannot be used. Absent if the photo can probably be used. */
  readonly problem?: PhotoProblem
  readonly direction?: CameraDirection
  readonly mat?: string
}

/** Minimum number of visible markers from which the camera's rough position can be computed. */
export const liveMarkersMin = 3
