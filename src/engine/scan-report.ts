export type ModelVector = [number, number, number]

/** Position of a photo's camera in the model's coordinates: metres, y up. */
export type PhotoCamera = {
  readonly at: ModelVector
  readonly forward: ModelVector
  /** Direction of the upper edge of the photo as it is displayed. */
  readonly up: ModelVector
  readonly isUpright: boolean
}

/** Result for one photo. `problem` is absent if the photo was used. */
export type ScannedPhoto = {
  readonly problem?: string
  /** Root mean square error of the mat's corners, in px of the photo shrunk to 1600 px. */
  readonly errorPx?: number
  readonly camera?: PhotoCamera
}

export type ScanReport = {
  readonly mat: string
  readonly sizeMm: number[]
  /** Expected error of each side of the model, in mm. */
  readonly sizeErrorMm: number
  /** Focal length and size in px of all photos, turned to landscape. */
  readonly lens: { readonly focalPx: number; readonly widthPx: number; readonly heightPx: number }
  readonly photos: ScannedPhoto[]
}
