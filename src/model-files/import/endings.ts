/** What can be opened beside GLB, by the end of the name. */
export const importableEndings = [
  '.gltf',
  '.fbx',
  '.usdz',
  '.obj',
  '.stl',
  '.ply',
  '.3mf',
  '.splat',
  '.spz',
  '.zip',
] as const

/** What may come with a model. */
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
] as const

const knownEndings: readonly string[] = ['.glb', ...importableEndings, ...companionEndings]

export const endingOf = (name: string): string => {
  const base = name.slice(name.lastIndexOf('/') + 1)
  return base.includes('.') ? base.slice(base.lastIndexOf('.')).toLowerCase() : ''
}

/** Whether it is a model or belongs to one. */
export const isKnown = (name: string): boolean => knownEndings.includes(endingOf(name))

/** Finds a file by the path that a model names, written in any way. */
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
    // A lone percent sign is just that.
    return slashed.toLowerCase()
  }
}
