export type MaterialFacts = {
  name: string
  /** CSS colour without the texture. */
  color: string | undefined
  /** Properties in display order. */
  values: readonly (readonly [label: string, value: string])[]
  textures: readonly MaterialTexture[]
}

export type MaterialTexture = {
  /** Purpose of the texture. */
  use: string
  name: string
  /** Unknown for a texture that only the GPU can decode. */
  widthPx?: number
  heightPx?: number
}
