type FormatFacts = {
  value: string
  label: string
  hint: string
  ending: string
  mimeType: string
  /**
   * True if the file stores lengths in millimetres, so that the user can choose a height for
   * printing.
   */
  isForPrint: boolean
  /**
   * Content that a file of this format keeps. `everything` includes scenes, variants and material
   * extensions.
   */
  keeps:
    | 'everything'
    | {
        animations: 'none' | 'first'
        /**
         * Textures that a file of this format keeps. `vertex` converts textures to vertex colours.
         * `colour` keeps only the base colour texture.
         */
        textures: 'none' | 'vertex' | 'colour' | 'all'
      }
}

/** Formats to which a model can be exported, in display order. */
export const exportFormats = [
  {
    value: '3mf',
    label: '3MF',
    hint: 'For 3D printing, with colours',
    ending: '3mf',
    mimeType: 'model/3mf',
    isForPrint: true,
    keeps: { animations: 'none', textures: 'vertex' },
  },
  {
    value: 'stl',
    label: 'STL',
    hint: 'For 3D printing, shape only',
    ending: 'stl',
    mimeType: 'model/stl',
    isForPrint: true,
    keeps: { animations: 'none', textures: 'none' },
  },
  {
    value: 'gltf',
    label: 'glTF',
    hint: 'For editing: a zip with textures as separate files',
    ending: 'zip',
    mimeType: 'application/zip',
    isForPrint: false,
    keeps: 'everything',
  },
  {
    value: 'obj',
    label: 'OBJ',
    hint: 'For 3D software: a zip with materials and textures, in metres',
    ending: 'zip',
    mimeType: 'application/zip',
    isForPrint: false,
    keeps: { animations: 'none', textures: 'colour' },
  },
  {
    value: 'ply',
    label: 'PLY',
    hint: 'For scanning and research: vertices with colours, in metres',
    ending: 'ply',
    mimeType: 'application/octet-stream',
    isForPrint: false,
    keeps: { animations: 'none', textures: 'vertex' },
  },
  {
    value: 'usdz',
    label: 'USDZ',
    hint: 'For AR on iPhone and iPad',
    ending: 'usdz',
    mimeType: 'model/vnd.usdz+zip',
    isForPrint: false,
    keeps: { animations: 'first', textures: 'all' },
  },
] as const satisfies readonly FormatFacts[]

export type ExportFormat = (typeof exportFormats)[number]['value']

export function getExportFormat(format: ExportFormat): FormatFacts {
  const facts = exportFormats.find(({ value }) => value === format)
  if (!facts) throw new TypeError(`There is no export format ${format}.`)
  return facts
}
