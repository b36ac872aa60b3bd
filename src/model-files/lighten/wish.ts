/** What a lightened model shall be. */
export type LightenWish = {
  /** At most; without it all stay. */
  triangles?: number | undefined
  /** The longer side of every texture at most, in pixels; without it all stay as they are. */
  texturePx?: number | undefined
  /** Textures become WebP, which browsers read and some programs do not. */
  usesWebp: boolean
  packing: Packing
}

/** How geometry is written: as it is, or smaller, with numbers that are rounded a little. */
export type Packing = 'none' | 'meshopt' | 'draco'

export const packings: readonly { value: Packing; label: string; hint: string }[] = [
  { value: 'none', label: 'No', hint: 'Every program opens it' },
  {
    value: 'meshopt',
    label: 'Meshopt',
    hint: 'Unpacks fastest in web viewers; many programs do not open it',
  },
  {
    value: 'draco',
    label: 'Draco',
    hint: 'The smallest file; most engines and Blender open it, unpacking takes longer',
  },
]

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
    wish: { triangles: 100_000, texturePx: 2048, usesWebp: true, packing: 'meshopt' },
  },
  {
    value: 'game',
    label: 'Game',
    hint: 'Quick to draw, and opens in every engine',
    wish: { triangles: 20_000, texturePx: 1024, usesWebp: false, packing: 'none' },
  },
  {
    value: 'archive',
    label: 'Archive',
    hint: 'Nothing is lost: only what is there twice, or for nothing, goes',
    wish: { usesWebp: false, packing: 'none' },
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
