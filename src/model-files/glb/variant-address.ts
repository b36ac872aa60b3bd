export type ModelVariant = {
  /** Index of a scene. Undefined for the file's default scene. */
  scene?: number | undefined
  variant?: number | undefined
}

/**
 * Adds the selected scene and material variant to a file's address, from which `loadGlb` reads
 * both.
 */
export function withVariant(url: string, { scene, variant }: ModelVariant): string {
  const wishes = [
    scene !== undefined && `scene=${scene}`,
    variant !== undefined && `variant=${variant}`,
  ].filter(Boolean)
  return wishes.length === 0 ? url : `${url}#${wishes.join('&')}`
}

/** Reads the scene and material variant from an address of `withVariant`. */
export function readVariant(url: string): ModelVariant {
  const wishes = new URLSearchParams(url.split('#')[1] ?? '')
  const read = (name: string) => {
    const wish = wishes.get(name)
    return wish === null ? undefined : Number(wish)
  }
  return { scene: read('scene'), variant: read('variant') }
}
