export type OptimizeOptions = {
  /** Maximum number of triangles. Undefined keeps all triangles. */
  triangles?: number | undefined
  /** Maximum of a texture's longer side in pixels. Undefined keeps the size. */
  texturePx?: number | undefined
  /** True to convert textures to WebP, which all browsers support, but not all other programs. */
  usesWebp: boolean
  packing: Packing
}

/** Compression of geometry. All values except `none` quantise the geometry slightly. */
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
