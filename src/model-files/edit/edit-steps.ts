export const replaceableUses = ['color', 'normal', 'surface', 'emissive'] as const
export type ReplaceableUse = (typeof replaceableUses)[number]

export type NewPicture = { bytes: Uint8Array<ArrayBuffer>; mimeType: string; name: string }

/** Changes of one material. Missing fields do not change the material. */
export type MaterialChange = {
  color?: string
  /** Value from 0 to 1, by which the texture's metalness is multiplied. */
  metalness?: number
  roughness?: number
  emissive?: string
  /** Factor of the emissive colour, 1 by default. Higher values are brighter than white. */
  emissiveStrength?: number
  opacity?: number
  /** `none` removes the picture. */
  pictures?: Partial<Record<ReplaceableUse, NewPicture | 'none'>>
}

export const variantNameMax = 60

/**
 * A `variant` step keeps the material and adds the change as a variant (KHR_materials_variants).
 */
export type EditStep =
  | { kind: 'material'; material: number; change: MaterialChange }
  | { kind: 'variant'; material: number; change: MaterialChange; name: string }
  | { kind: 'rename-variant'; variant: number; name: string }
  | { kind: 'remove-variant'; variant: number }

export type EditQuestion = { url: string; step: EditStep }

export type EditAnswer = { glb: Uint8Array<ArrayBuffer>; sentence: string }
