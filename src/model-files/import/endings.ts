export const importableEndings = [
  '.gltf',
  '.fbx',
  '.usdz',
  '.usda',
  '.usdc',
  '.usd',
  '.vrm',
  '.obj',
  '.stl',
  '.ply',
  '.3mf',
  '.dae',
  '.3ds',
  '.amf',
  '.vox',
  '.step',
  '.stp',
  '.iges',
  '.igs',
  '.splat',
  '.spz',
  '.ksplat',
  '.sog',
  '.zip',
] as const

export const companionEndings = [
  '.bin',
  '.mtl',
  '.png',
  '.jpg',
  '.jpeg',
  '.webp',
  '.avif',
  '.ktx2',
  '.tga',
  '.bmp',
  '.gif',
] as const

const layerEndings: readonly string[] = ['.usda', '.usdc', '.usd']

const knownEndings: readonly string[] = ['.glb', ...importableEndings, ...companionEndings]

export const getExtension = (name: string): string => {
  const base = name.slice(name.lastIndexOf('/') + 1)
  return base.includes('.') ? base.slice(base.lastIndexOf('.')).toLowerCase() : ''
}

export const isKnown = (name: string): boolean => knownEndings.includes(getExtension(name))

export const isUsdLayer = (name: string): boolean => layerEndings.includes(getExtension(name))

/**
 * Finds a file by a path in a model. Ignores differences in separators, case and percent escapes.
 */
export function findNamed<File extends { name: string }>(
  files: readonly File[],
  path: string,
): File | undefined {
  const wanted = tidy(path)
  const base = wanted.split('/').at(-1)
  return (
    files.find(({ name }) => tidy(name) === wanted) ??
    files.find(({ name }) => tidy(name).endsWith(`/${wanted}`)) ??
    files.find(({ name }) => tidy(name).split('/').at(-1) === base)
  )
}

function tidy(path: string): string {
  const slashed = path.replaceAll('\\', '/').replace(/^(\.\/)+/, '')
  try {
    return decodeURIComponent(slashed).toLowerCase()
  } catch {
    // A percent sign that starts no escape belongs to the name.
    return slashed.toLowerCase()
  }
}
