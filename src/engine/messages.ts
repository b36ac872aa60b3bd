import type { EngineErrorCode } from './errors.ts'
import type { AddedNetworks, ShapeNetwork, UsedNetwork } from './networks/network-file.ts'
import type { EngineParams, ViewPictures } from './params.ts'
import type { Stage } from './stages.ts'

/** What the engine's worker is asked, one job at a time. */
export type EngineRequest =
  | {
      type: 'generate'
      /** Bytes of the picture file. */
      picture: Uint8Array
      /** Pictures of the same thing from other sides. */
      views?: ViewPictures | undefined
      /** `model_seed` is drawn by the caller; without one it is 0. */
      params: Partial<EngineParams>
      /** Goes into the model's `asset.extras.recipe`, together with the effective params. */
      recipe: Record<string, unknown>
      /** Path of the mask network's ONNX file. */
      weightsPath: string
      /** Networks that somebody has added. */
      networks?: AddedNetworks | undefined
      /** Asks for a rough shape early on. */
      preview?: boolean
    }
  | {
      type: 'shape'
      /** Bytes of the picture file. */
      picture: Uint8Array
      /** Makes the shape. */
      network: ShapeNetwork
      params: Partial<EngineParams>
      /** Goes into the model's `asset.extras.recipe`, together with the effective params. */
      recipe: Record<string, unknown>
      /** Path of the mask network's ONNX file. */
      weightsPath: string
      /** Networks that somebody has added. */
      networks?: AddedNetworks | undefined
    }
  | {
      type: 'mask'
      /** Bytes of the picture file. */
      picture: Uint8Array
      /** Path of the mask network's ONNX file. */
      weightsPath: string
      /** Networks that somebody has added. */
      networks?: AddedNetworks | undefined
    }
  | {
      type: 'inspect'
      /** Bytes of a GLB from anywhere. */
      glb: Uint8Array
      thumbnailSidePx?: number
      /** Asks for pictures from all around too. */
      turntable?: { frames: number; sidePx: number }
      /** Asks for this picture, and for neither a thumbnail nor the validator's opinion. */
      views?: ViewsWish
    }

/** What the worker answers: any number of `progress` and at most one `preview`, then exactly one of the others. */
export type EngineEvent =
  | {
      type: 'progress'
      stage: Stage
      /** Of the whole job, 0 to 1, never falling. */ progress: number
    }
  /** A rough GLB without textures, early on; never for scenes, which become reliefs. */
  | { type: 'preview'; glb: Uint8Array }
  | {
      type: 'generated'
      glb: Uint8Array
      seed: number
      /** Sentences about pictures that could not be used as they were meant; also in the recipe. */
      warnings: string[]
      /** Added networks that were asked. */
      used: UsedNetwork[]
    }
  | {
      type: 'inspected'
      stats: ModelStats
      /** WebP with alpha; missing when the model holds nothing that can be drawn. */
      thumbnail?: Uint8Array
      /** WebP with alpha, the pictures side by side; missing as the thumbnail is. */
      turntable?: Uint8Array
      /** JPEG of all views; missing as the thumbnail is. */
      views?: Uint8Array
      issues: ModelIssues
    }
  | ({ type: 'masked' } & PictureMask)
  | { type: 'failed'; code: EngineErrorCode | 'internal'; message: string }

/** A model from several sides, in one picture. */
export type ViewsWish = {
  /** Of the camera, in radians: yaw 0 is in front, π/2 on the model's left (+x); pitch up. */
  sides: { yaw: number; pitch: number }[]
  /** Of each view. */
  sidePx: number
  /** Without colours, so that only the shape shows. */
  isClay?: boolean
  /** What lies beyond is left out. */
  section?: Section
}

/** A plane across one axis. */
export type Section = {
  axis: 'x' | 'y' | 'z'
  /** 0 to 1 along the model; the part above is left out. */
  at: number
}

/** A place beside the object that looks no more like the background than the object does. */
export type MissingPart = {
  /** Strips that cover it, each from left to right: places as shares of the picture's width and height. */
  readonly strips: readonly { readonly x: number; readonly toX: number; readonly y: number }[]
  /** Height of a strip as a share of the picture's height. */
  readonly strip: number
}

/** The object in a picture, for a person to look at and to change. */
export type PictureMask = {
  /** A grey PNG, white where the object is; nothing is cleaned up. */
  png: Uint8Array
  /** Of the mask; the picture's proportions, 512 to 1960 px on the long side. */
  widthPx: number
  heightPx: number
  /** Where it comes from: the file's own alpha, a plain backdrop, or the mask network. */
  source: 'alpha' | 'backdrop' | 'network'
  /** 0 to 1; below 0.3 the picture is better taken as a scene without a single object. */
  confidence: number
  /** What it may leave out. */
  missing: readonly MissingPart[]
}

/** What a GLB contains, as drawn: a mesh used by two nodes counts twice. */
export type ModelStats = {
  triangles: number
  vertices: number
  meshes: number
  materials: number
  textures: TextureStats[]
  /** Corners of the box around the default scene, in metres, y up. */
  boundsMin: [number, number, number]
  boundsMax: [number, number, number]
  /** Names of the glTF extensions in use. */
  extensions: string[]
}

export type TextureStats = {
  name: string
  /** 0 when the kind of picture is not known. */
  widthPx: number
  heightPx: number
  mimeType: string
  sizeBytes: number
}

/** What glTF's own validator finds. */
export type ModelIssues = { errors: number; warnings: number; messages: string[] }

/** A part of a model that is sent to the engine's process ahead of the job that is about it. */
export type ModelPiece = { type: 'piece'; piece: Uint8Array; at: number; total: number }
