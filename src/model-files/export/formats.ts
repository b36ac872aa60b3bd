import type { ModelVariant } from '../glb/variant-address.ts'

/** What a model can be written as. */
export type ExportFormat = 'stl' | '3mf' | 'gltf' | 'obj' | 'ply' | 'usdz'

export const exportFormats: readonly {
  value: ExportFormat
  label: string
  hint: string
  /** Of the file's name. */
  ending: string
  mimeType: string
  /** Is in millimetres, so that a size can be chosen. */
  isForPrint: boolean
}[] = [
  {
    value: '3mf',
    label: '3MF',
    hint: 'For 3D printing, with colours',
    ending: '3mf',
    mimeType: 'model/3mf',
    isForPrint: true,
  },
  {
    value: 'stl',
    label: 'STL',
    hint: 'For 3D printing, shape only',
    ending: 'stl',
    mimeType: 'model/stl',
    isForPrint: true,
  },
  {
    value: 'gltf',
    label: 'glTF',
    hint: 'For editing: a zip with textures as separate files',
    ending: 'zip',
    mimeType: 'application/zip',
    isForPrint: false,
  },
  {
    value: 'obj',
    label: 'OBJ',
    hint: 'For 3D software: a zip with materials and textures, in metres',
    ending: 'zip',
    mimeType: 'application/zip',
    isForPrint: false,
  },
  {
    value: 'ply',
    label: 'PLY',
    hint: 'For scanning and research: vertices with colours, in metres',
    ending: 'ply',
    mimeType: 'application/octet-stream',
    isForPrint: false,
  },
  {
    value: 'usdz',
    label: 'USDZ',
    hint: 'For AR on iPhone and iPad',
    ending: 'usdz',
    mimeType: 'model/vnd.usdz+zip',
    isForPrint: false,
  },
]

/** What a worker is asked to write. */
export type ConvertQuestion = {
  url: string
  format: ExportFormat
  /** File name without its ending. */
  name: string
  /** How high it shall be, for formats in millimetres; otherwise a metre is a metre. */
  heightMm?: number | undefined
  /** Whether two triangles become a quad where they make one, for formats that know quads. */
  hasQuads?: boolean
  /** The scene and the materials that are seen, for formats with room for one of each. */
  version?: ModelVariant
}
