export type ModelVariant = {
  /** Index of a scene. Undefined for the file's default. */
  scene?: number | undefined
  /** Index of a material variant (KHR_materials_variants). */
  variant?: number | undefined
}

/** Adds the selected scene and variant to a file's address. `loadGlb` reads them there. */
export function withVariant(url: string, { scene, variant }: ModelVariant): string {
  const wishes = [
    scene !== undefined && `scene=${scene}`,
    variant !== undefined && `variant=${variant}`,
  ].filter(Boolean)
  return wishes.length === 0 ? url : `${url}#${wishes.join('&')}`
}
