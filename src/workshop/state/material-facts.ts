import type { ReplaceableUse } from '#model-files/edit/edit-steps.ts'

/** Values of a material that can be changed. */
export type MaterialSettings = {
  color: string
  /** Undefined for materials without lighting. */
  surface?: {
    metalness: number
    roughness: number
    emissive: string
    emissiveStrength: number
  }
  opacity: number
  pictures: readonly ReplaceableUse[]
}

export type MaterialFacts = {
  name: string
  /** Index of the material in the file. Undefined for materials that the viewer adds. */
  place: number | undefined
  settings: MaterialSettings | undefined
  color: string | undefined
  values: readonly (readonly [label: string, value: string])[]
  textures: readonly MaterialTexture[]
}

export type MaterialTexture = {
  use: string
  name: string
  /** Undefined if only the GPU can decode the texture. */
  widthPx?: number
  heightPx?: number
}
