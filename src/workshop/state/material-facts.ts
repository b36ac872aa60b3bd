/** A material of the model, as it is read out to a person. */
export type MaterialFacts = {
  name: string
  /** As CSS has it, without its texture. */
  color: string | undefined
  /** What it is like, in the order of the panel. */
  values: readonly (readonly [label: string, value: string])[]
  textures: readonly MaterialTexture[]
}

export type MaterialTexture = {
  /** What it is for. */
  use: string
  name: string
  /** Unknown for one that only the graphics card can unpack. */
  widthPx?: number
  heightPx?: number
}
