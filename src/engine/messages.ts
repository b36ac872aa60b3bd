import type { EngineErrorCode } from './errors.ts'
import type { AddedNetworks, ShapeNetwork, UsedNetwork } from './networks/network-file.ts'
import type { EngineParams, ViewPictures } from './params.ts'
import type { ScanParams } from './scan-params.ts'
import type { ScanReport } from './scan-report.ts'
import type { ScanStage } from './scan-stages.ts'
import type { EngineStage } from './stages.ts'

export type EngineRequest =
  | {
      type: 'generate'
      picture: Uint8Array
      views?: ViewPictures | undefined
      /** Params of the model. If the caller gives no `model_seed`, the seed is 0. */
      params: Partial<EngineParams>
      /**
       * JSON that is written to the model's `asset.extras.recipe`, together with the effective
       * params.
       */
      recipe: Record<string, unknown>
      weightsPath: string
      networks?: AddedNetworks | undefined
      preview?: boolean
    }
  | {
      type: 'shape'
      picture: Uint8Array
      network: ShapeNetwork
      params: Partial<EngineParams>
      recipe: Record<string, unknown>
      weightsPath: string
      networks?: AddedNetworks | undefined
    }
  | {
      type: 'scan'
      /** Number of photos, each of which the engine requests with a `photo-wanted` event. */
      photoCount: number
      params: Partial<ScanParams>
      recipe: Record<string, unknown>
      storeFolder?: string | undefined
    }
  | {
      type: 'mask'
      picture: Uint8Array
      weightsPath: string
      networks?: AddedNetworks | undefined
    }
  | {
      type: 'inspect'
      glb: Uint8Array
      thumbnailSidePx?: number
      turntable?: { frames: number; sidePx: number }
      /** Views to draw into one picture, instead of a thumbnail and a validation. */
      views?: ViewsWish
    }

/**
 * Events of one job: any number of `progress` and `preview`, then exactly one event of another
 * type.
 */
export type EngineEvent =
  | {
      type: 'progress'
      stage: EngineStage | ScanStage
      progress: number
    }
  | { type: 'photo-wanted'; index: number }
  /**
   * A rough GLB without textures, sent while the model is being made. Each later preview is better.
   */
  | { type: 'preview'; glb: Uint8Array }
  | {
      type: 'generated'
      glb: Uint8Array
      seed: number
      /**
       * Sentences about pictures that could not be used as intended. The model's recipe contains
       * these sentences too.
       */
      warnings: string[]
      used: UsedNetwork[]
      scan?: ScanReport
    }
  | {
      type: 'inspected'
      stats: EngineModelStats
      /** WebP with alpha. Missing if nothing can be drawn. */
      thumbnail?: Uint8Array
      /**
       * WebP with alpha that shows all frames of a rotation side by side. Missing if nothing can be
       * drawn.
       */
      turntable?: Uint8Array
      /** JPEG of all requested views. Missing if nothing can be drawn. */
      views?: Uint8Array
      issues: ModelIssues
    }
  | ({ type: 'masked' } & PictureMask)
  | { type: 'failed'; code: EngineErrorCode | 'internal'; message: string }

export type ViewsWish = {
  /**
   * Camera angles in radians: yaw 0 is in front, π/2 on the model's left (+x). Pitch is the angle
   * above the horizontal.
   */
  sides: { yaw: number; pitch: number }[]
  sidePx: number
  isClay?: boolean
  section?: SectionPlane
}

export type SectionPlane = {
  axis: 'x' | 'y' | 'z'
  /** Position of the cut along the model, 0 to 1. The part above the cut is hidden. */
  at: number
}

/**
 * An area beside the object that may belong to the object, because it looks different from the
 * background.
 */
export type MissingPart = {
  /**
   * Horizontal strips that cover the area. Positions are fractions of the picture's width and
   * height.
   */
  readonly strips: readonly { readonly x: number; readonly toX: number; readonly y: number }[]
  readonly strip: number
}

export type PictureMask = {
  /** The mask as a grey PNG, white for the object. Small specks and holes are included. */
  png: Uint8Array
  /** Size of the mask, which has the picture's proportions and a long side of 512 to 1960 px. */
  widthPx: number
  heightPx: number
  /** How the mask was found: by the file's own alpha, a plain backdrop, or the mask network. */
  source: 'alpha' | 'backdrop' | 'network'
  /**
   * Confidence in the mask, 0 to 1. A picture with a confidence below 0.3 is better treated as a
   * scene without a single object.
   */
  confidence: number
  missing: readonly MissingPart[]
}

export type EngineModelStats = {
  triangles: number
  vertices: number
  meshes: number
  materials: number
  textures: TextureStats[]
  /** Corners of the box around the default scene, in metres, y up. */
  boundsMin: [number, number, number]
  boundsMax: [number, number, number]
  extensions: string[]
}

export type TextureStats = {
  name: string
  widthPx: number
  heightPx: number
  mimeType: string
  sizeBytes: number
}

export type ModelIssues = { errors: number; warnings: number; messages: string[] }

/** Message that follows the last piece of a requested photo. */
export type PhotoSent = { type: 'photo' }

/** A piece of a model or photo, sent to the engine's process before the job starts. */
export type ModelPiece = { type: 'piece'; piece: Uint8Array; at: number; total: number }
