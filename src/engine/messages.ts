import type { EngineErrorCode } from './errors.ts'
import type { AddedNetworks, ShapeNetwork, UsedNetwork } from './networks/network-file.ts'
import type { EngineParams, ViewPictures } from './params.ts'
import type { ScanParams } from './scan-params.ts'
import type { ScanStage } from './scan-stages.ts'
import type { EngineStage } from './stages.ts'

/** Requests to the engine's worker, one job at a time. */
export type EngineRequest =
  | {
      type: 'generate'
      picture: Uint8Array
      views?: ViewPictures | undefined
      /** The caller chooses a random `model_seed`; the default is 0. */
      params: Partial<EngineParams>
      /** Written to the model's `asset.extras.recipe`, together with the effective params. */
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
      /** Number of photos; the engine requests each with a `photo-wanted` event. */
      photoCount: number
      params: Partial<ScanParams>
      recipe: Record<string, unknown>
    }
  | {
      type: 'mask'
      picture: Uint8Array
      weightsPath: string
      networks?: AddedNetworks | undefined
    }
  | {
      type: 'inspect'
      /** Bytes of a GLB from any source. */
      glb: Uint8Array
      thumbnailSidePx?: number
      turntable?: { frames: number; sidePx: number }
      /** Requests a picture of these views instead of a thumbnail and validation. */
      views?: ViewsWish
    }

/**
 * Events of one job: any number of `progress`, at most one `preview`, then exactly one of the
 * others.
 */
export type EngineEvent =
  | {
      type: 'progress'
      stage: EngineStage | ScanStage
      /** Progress of the whole job, 0 to 1, never decreasing. */ progress: number
    }
  /** Requests the bytes of a photo, as pieces and then a `photo` message. */
  | { type: 'photo-wanted'; index: number }
  /** A rough GLB without textures, early; not for scenes, which become reliefs. */
  | { type: 'preview'; glb: Uint8Array }
  | {
      type: 'generated'
      glb: Uint8Array
      seed: number
      /**
       * Warnings about pictures that could not be used as intended. The model's recipe contains
       * them too.
       */
      warnings: string[]
      used: UsedNetwork[]
    }
  | {
      type: 'inspected'
      stats: EngineModelStats
      /** WebP with alpha; missing if the model has nothing to draw. */
      thumbnail?: Uint8Array
      /** WebP with alpha, all frames side by side; missing if the model has nothing to draw. */
      turntable?: Uint8Array
      /** JPEG of all views; missing if the model has nothing to draw. */
      views?: Uint8Array
      issues: ModelIssues
    }
  | ({ type: 'masked' } & PictureMask)
  | { type: 'failed'; code: EngineErrorCode | 'internal'; message: string }

export type ViewsWish = {
  /** Camera angles in radians: yaw 0 is in front, π/2 on the model's left (+x); pitch is up. */
  sides: { yaw: number; pitch: number }[]
  sidePx: number
  isClay?: boolean
  section?: SectionPlane
}

export type SectionPlane = {
  axis: 'x' | 'y' | 'z'
  /** 0 to 1 along the model; the part above is hidden. */
  at: number
}

/** An area beside the object that may belong to it, because it does not match the background. */
export type MissingPart = {
  /** Horizontal strips that cover the area, as fractions of the picture's width and height. */
  readonly strips: readonly { readonly x: number; readonly toX: number; readonly y: number }[]
  /** Height of a strip as a fraction of the picture's height. */
  readonly strip: number
}

export type PictureMask = {
  /** The mask as a grey PNG, white for the object. Specks and holes are not removed. */
  png: Uint8Array
  /** Size of the mask; it has the picture's proportions and 512 to 1960 px on the long side. */
  widthPx: number
  heightPx: number
  /** Origin of the mask: the file's own alpha, a plain backdrop, or the mask network. */
  source: 'alpha' | 'backdrop' | 'network'
  /** 0 to 1; below 0.3 the picture is better treated as a scene without a single object. */
  confidence: number
  missing: readonly MissingPart[]
}

/** Contents of a GLB as drawn: a mesh used by two nodes counts twice. */
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
  /** 0 for an unknown picture format. */
  widthPx: number
  heightPx: number
  mimeType: string
  sizeBytes: number
}

export type ModelIssues = { errors: number; warnings: number; messages: string[] }

/** Ends the pieces of a photo that the engine has requested. */
export type PhotoSent = { type: 'photo' }

/** A part of a model or a photo, sent to the engine's process before the job that uses it. */
export type ModelPiece = { type: 'piece'; piece: Uint8Array; at: number; total: number }
