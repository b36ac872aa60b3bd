/**
 * Jobs whose number is limited, in the singular. The page translates these nouns with their count.
 */
export type CountedJob =
  | '3D model'
  | 'PDF'
  | 'answer'
  | 'directory change'
  | 'file'
  | 'import'
  | 'model change'
  | 'picture'
  | 'shared chat'
  | 'sign-in'
  | 'summary request'
  | 'temporary answer'
