/** What of a file is shown, where it holds several scenes or sets of materials. */
export type ModelVariant = {
  /** Place of a scene; the file's own choice unless told. */
  scene?: number | undefined
  /** Place of a set of materials (KHR_materials_variants). */
  variant?: number | undefined
}

/** The address of a file with what is wanted of it; `loadGlb` reads it. */
export function withVariant(url: string, { scene, variant }: ModelVariant): string {
  const wishes = [
    scene !== undefined && `scene=${scene}`,
    variant !== undefined && `variant=${variant}`,
  ].filter(Boolean)
  return wishes.length === 0 ? url : `${url}#${wishes.join('&')}`
}
