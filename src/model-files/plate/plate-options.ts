export type PlateKind = 'lithophane' | 'relief'
export type PlateExtra = 'none' | 'holes' | 'foot'

/** Options of a plate that is made from a picture, with lengths in millimetres. */
export type PlateOptions = {
  kind: PlateKind
  widthMm: number
  /** Thickness of a lithophane's brightest places, or of the plate below a relief. */
  minMm: number
  /** Thickness of a lithophane's darkest places, or of a relief's highest point. */
  maxMm: number
  /** 1 uses linear light, 2.2 the sRGB values of the picture. */
  gamma: number
  isInverted: boolean
  smoothMm: number
  pixelsPerMm: number
  frameMm: number
  frameThicknessMm: number
  /** Angle of the cylinder around which a lithophane is bent, or 0 for a flat plate. */
  bendDegrees: number
  /** Two holes in the upper corners of the frame, or a foot below the plate. */
  extra: PlateExtra
}

export const plateLimits = {
  sideMm: [20, 220],
  minMm: [0.4, 10],
  maxMm: [0.8, 30],
  gamma: [0.5, 4],
  smoothMm: [0, 3],
  pixelsPerMm: [1, 10],
  frameMm: [0, 20],
  frameThicknessMm: [0.8, 30],
  bendDegrees: [0, 300],
} as const satisfies Record<string, readonly [number, number]>

export const holeMm = 4
/** Minimum width of a frame with holes. A narrower frame leaves no wall around a hole. */
export const holeFrameMmMin = 8
/** Maximum number of nodes of a plate. Each node makes two triangles. */
export const plateNodesMax = 600_000

export const defaultPlates: Record<PlateKind, PlateOptions> = {
  lithophane: {
    kind: 'lithophane',
    widthMm: 100,
    minMm: 0.8,
    maxMm: 3.2,
    gamma: 2.2,
    isInverted: false,
    smoothMm: 0,
    pixelsPerMm: 5,
    frameMm: 3,
    frameThicknessMm: 4,
    bendDegrees: 0,
    extra: 'none',
  },
  relief: {
    kind: 'relief',
    widthMm: 100,
    minMm: 2,
    maxMm: 6,
    gamma: 2.2,
    isInverted: false,
    smoothMm: 0.4,
    pixelsPerMm: 5,
    frameMm: 0,
    frameThicknessMm: 6,
    bendDegrees: 0,
    extra: 'none',
  },
}

export type PlateQuestion = {
  url: string
  options: PlateOptions
  nodesMax: number
  isBacklit: boolean
}

export type PlateAnswer = {
  glb: Uint8Array<ArrayBuffer>
  sizeMm: [width: number, height: number, depth: number]
  triangles: number
  /**
   * Resolution of the plate, below the requested resolution if the plate would have too many nodes.
   */
  pixelsPerMm: number
}
