/** How a model is optimized. */
export type OptimizeOptions = {
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
  { value: 'none', label: 'None', hint: 'Opens everywhere' },
  {
    value: 'meshopt',
    label: 'Meshopt',
    hint: 'Fastest to decode in web viewers; not widely supported elsewhere',
  },
  {
    value: 'draco',
    label: 'Draco',
    hint: 'Smallest file; supported by most engines and Blender, slower to decode',
  },
]

export type Preset = 'web' | 'game' | 'archive'

export const presets: readonly {
  value: Preset
  label: string
  hint: string
  wish: OptimizeOptions
}[] = [
  {
    value: 'web',
    label: 'Web',
    hint: 'Small download: fewer triangles, WebP textures, compressed',
    wish: { triangles: 100_000, texturePx: 2048, usesWebp: true, packing: 'meshopt' },
  },
  {
    value: 'game',
    label: 'Game',
    hint: 'Fast to render, opens in every engine',
    wish: { triangles: 20_000, texturePx: 1024, usesWebp: false, packing: 'none' },
  },
  {
    value: 'archive',
    label: 'Archive',
    hint: 'Lossless: removes only duplicate and unused data',
    wish: { usesWebp: false, packing: 'none' },
  },
]

export type OptimizeRequest = { url: string; wish: OptimizeOptions }

/** What is counted before and after. */
export type Weight = {
  sizeBytes: number
  triangles: number
  textureBytes: number
  texturePx: number
}

export type OptimizeResult = { glb: Uint8Array<ArrayBuffer>; before: Weight; after: Weight }
