import type { Texture } from 'three'

/** Creates a uniform (a shader's parameter) for a texture that is set later. */
export const noTexture = (): { value: Texture | null } => ({ value: null })
