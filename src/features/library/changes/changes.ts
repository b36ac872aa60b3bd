import { t } from '#languages/library.ts'

export type ModelChange = {
  kind: 'height' | 'lighten' | 'repair' | 'hollow' | 'convert'
  name: string
  hint: string
}

export const changes: readonly ModelChange[] = [
  {
    kind: 'height',
    name: t('Set size'),
    hint: t('Makes it as large as the real thing, for printing and augmented reality.'),
  },
  {
    kind: 'lighten',
    name: t('Optimize'),
    hint: t('Fewer triangles and smaller textures, for the web and games.'),
  },
  {
    kind: 'repair',
    name: t('Repair'),
    hint: t(
      'Merges vertices, turns faces outward and fills holes. Rebuilds the surface if nothing else closes it.',
    ),
  },
  {
    kind: 'hollow',
    name: t('Hollow'),
    hint: t('Leaves a wall, so that a print takes less material.'),
  },
  { kind: 'convert', name: t('Convert'), hint: t('Saves it in another file format.') },
]
