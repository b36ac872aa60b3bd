import type { EmbeddedPicture } from '../mesh/parts.ts'

/** Facts about all surfaces that share a texture, or that share a material without texture. */
export type UvFacts = {
  name: string
  triangles: number
  /** Number of connected areas in the layout. */
  islands: number
  /** Share of the layout's square that is covered, 0 to 1. */
  used: number
  /** Share of the covered area that two or more triangles use, 0 to 1. */
  overlap: number
  /** Number of triangles with a corner outside 0 to 1, where the texture repeats. */
  outside: number
  /** Number of triangles with mirrored texture. */
  flipped: number
}

/** Data of one UV layout, from which the layout is drawn. */
export type UvLayout = {
  /** u and v of the three corners of each triangle. v grows downwards. */
  corners: Float32Array<ArrayBuffer>
  /** Number of triangles per cell of a grid with `uvGridSide` cells per side, at most 255. */
  uses: Uint8Array
}

export const uvGridSide = 1024

export type UvQuestion = {
  url: string
  /** Index of the layout that is drawn. All others are only measured, to save memory. */
  chosen: number
}

export type UvGroup = UvFacts & { picture: EmbeddedPicture | undefined }

export type UvDrawing = {
  drawing: ImageBitmap
  /** Undefined without a texture, and for formats that only the GPU decodes. */
  texture: ImageBitmap | undefined
}

export type UvAnswer = {
  groups: (UvFacts & { isTextured: boolean })[]
  /** Undefined if the model has no layout of the chosen index. */
  drawn: UvDrawing | undefined
  /** Number of triangles without texture coordinates. */
  missing: number
}

export type UnwrapQuestion = {
  glb: ArrayBuffer
  /** Bytes of `watlas.wasm`. */
  wasm: ArrayBuffer
  /** True to replace the existing texture coordinates. */
  replaces: boolean
}

export type UnwrapAnswer = { glb: Uint8Array<ArrayBuffer>; sentence: string }
