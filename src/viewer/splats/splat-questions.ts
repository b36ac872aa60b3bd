import type { Splats } from '#model-files/splats/splats.ts'

export type SplatQuestion =
  | { type: 'pack'; splats: Omit<Splats, 'isUpsideDown' | 'fullDegree'> }
  | { type: 'sort'; towards: [x: number, y: number, z: number]; order: Uint32Array<ArrayBuffer> }

export type SplatAnswer =
  | {
      type: 'packed'
      packed: Uint32Array<ArrayBuffer>
      harmonics: Uint32Array<ArrayBuffer> | undefined
    }
  | { type: 'sorted'; order: Uint32Array<ArrayBuffer> }
