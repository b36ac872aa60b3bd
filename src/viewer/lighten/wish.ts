/** What a lightened model shall be. */
export type LightenWish = {
  /** At most; without it all stay. */
  triangles?: number | undefined
  /** The longer side of every texture at most, in pixels; without it all stay as they are. */
  texturePx?: number | undefined
  /** Textures become WebP, which browsers read and some programs do not. */
  usesWebp: boolean
  /** Packed by meshopt, which web viewers unpack and many programs do not. */
  isPacked: boolean
}

export type Preset = 'web' | 'game' | 'archive'

export const presets: readonly {
  value: Preset
  label: string
  hint: string
  wish: LightenWish
}[] = [
  {
    value: 'web',
    label: 'Web',
    hint: 'Small to send: fewer triangles, WebP textures, packed',
    wish: { triangles: 100_000, texturePx: 2048, usesWebp: true, isPacked: true },
  },
  {
    value: 'game',
    label: 'Game',
    hint: 'Quick to draw, and opens in every engine',
    wish: { triangles: 20_000, texturePx: 1024, usesWebp: false, isPacked: false },
  },
  {
    value: 'archive',
    label: 'Archive',
    hint: 'Nothing is lost: only what is there twice, or for nothing, goes',
    wish: { usesWebp: false, isPacked: false },
  },
]

export type LightenQuestion = { url: string; wish: LightenWish }

/** What is counted before and after. */
export type Weight = {
  sizeBytes: number
  triangles: number
  textureBytes: number
  texturePx: number
}

export type LightenAnswer = { glb: Uint8Array<ArrayBuffer>; before: Weight; after: Weight }
