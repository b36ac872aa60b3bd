export type OptimizeOptions = {
  /** Upper bound of triangles. Undefined keeps all. */
  triangles?: number | undefined
  /** Upper bound of the longer side of textures, in pixels. Undefined keeps them. */
  texturePx?: number | undefined
  /** True to convert textures to WebP. All browsers support it, but some programs do not. */
  usesWebp: boolean
  packing: Packing
}

/** Compression of geometry. All except `none` quantise it slightly. */
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

export type OptimizePreset = 'web' | 'game' | 'archive'

export const optimizePresets: readonly {
  value: OptimizePreset
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

export type Weight = {
  sizeBytes: number
  triangles: number
  textureBytes: number
  texturePx: number
}

export type OptimizeResult = { glb: Uint8Array<ArrayBuffer>; before: Weight; after: Weight }
