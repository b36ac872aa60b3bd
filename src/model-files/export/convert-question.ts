import type { ExportFormat } from '#lib/export-formats.ts'
import type { ModelVariant } from '../glb/variant-address.ts'

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
