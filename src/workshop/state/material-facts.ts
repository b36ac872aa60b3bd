export type MaterialFacts = {
  name: string
  /** CSS colour without the texture. */
  color: string | undefined
  values: readonly (readonly [label: string, value: string])[]
  textures: readonly MaterialTexture[]
}

export type MaterialTexture = {
  use: string
  name: string
  /** Unknown for a texture that only the GPU can decode. */
  widthPx?: number
  heightPx?: number
}
