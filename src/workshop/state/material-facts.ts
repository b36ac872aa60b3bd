export type MaterialFacts = {
  name: string
  /** Material colour without the texture, as a CSS colour. */
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
