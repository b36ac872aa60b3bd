/**
 * Content that an import counts and leaves out, in the singular. The page translates these nouns
 * with their count.
 */
export type LossNoun =
  | 'ambient map'
  | 'broken face'
  | 'bump map'
  | 'camera'
  | 'constraint'
  | 'decal'
  | 'displacement map'
  | 'gloss map'
  | 'light'
  | 'metalness map'
  | 'modifier'
  | 'negative volume'
  | 'opacity map'
  | 'other map'
  | 'reflection map'
  | 'roughness map'
  | 'sheen map'
  | 'specular map'
  | 'support'
  | 'support volume'
  | 'too deeply nested object'
  | 'unprinted object'
  | 'unsupported object'
