export type ModelChange = {
  kind: 'height' | 'lighten' | 'repair' | 'hollow' | 'convert'
  name: string
  hint: string
}

export const changes: readonly ModelChange[] = [
  {
    kind: 'height',
    name: 'Set size',
    hint: 'Makes it as large as the real thing, for printing and augmented reality.',
  },
  {
    kind: 'lighten',
    name: 'Optimize',
    hint: 'Fewer triangles and smaller textures, for the web and games.',
  },
  {
    kind: 'repair',
    name: 'Repair',
    hint: 'Merges vertices, turns faces outward and fills holes. Rebuilds the surface if nothing else closes it.',
  },
  { kind: 'hollow', name: 'Hollow', hint: 'Leaves a wall, so that a print takes less material.' },
  { kind: 'convert', name: 'Convert', hint: 'Saves it in another file format.' },
]
