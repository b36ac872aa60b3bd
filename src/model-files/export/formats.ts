import type { ModelVariant } from '../glb/variant-address.ts'

export type ExportFormat = 'stl' | '3mf' | 'gltf' | 'obj' | 'ply' | 'usdz'

export const exportFormats: readonly {
  value: ExportFormat
  label: string
  hint: string
  /** File name extension. */
  ending: string
  mimeType: string
  /** Whether it is in millimetres, so that a size can be chosen. */
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

/** Job for the conversion worker. */
export type ConvertQuestion = {
  url: string
  format: ExportFormat
  /** File name without its extension. */
  name: string
  /** Requested height for formats in millimetres; by default the size is kept. */
  heightMm?: number | undefined
  /** Whether to merge triangles into quads, in formats that support them. */
  hasQuads?: boolean
  /** Displayed scene and material variant, for formats that hold only one. */
  version?: ModelVariant
}
