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

/** Facts about a UV layout, and the data to draw the layout. */
export type UvLayout = UvFacts & {
  picture: EmbeddedPicture | undefined
  /** u and v of the three corners of each triangle. v grows downwards. */
  corners: Float32Array<ArrayBuffer>
  /** Number of triangles per cell of a grid with `uvGridSide` cells per side, at most 255. */
  uses: Uint8Array
}

export const uvGridSide = 1024

export type UvQuestion = { url: string }

export type UvGroup = UvFacts & {
  drawing: ImageBitmap
  isTextured: boolean
  /** Undefined without a texture, and for formats that only the GPU decodes. */
  texture: ImageBitmap | undefined
}

export type UvAnswer = {
  groups: UvGroup[]
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
