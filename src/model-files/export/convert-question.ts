import type { ExportFormat } from '#lib/export-formats.ts'
import type { ExportTarget } from './export-frame.ts'
import type { ModelVariant } from '../glb/variant-address.ts'
import type { ModelPose } from '../mesh/pose/model-pose.ts'

export type ConvertQuestion = {
  url: string
  format: ExportFormat
  name: string
  /** Height of the print in millimetres. Undefined keeps the model's height. */
  heightMm?: number | undefined
  hasQuads?: boolean
  /** Program for which an OBJ (default: metres, y up) or an STL (default: print) is written. */
  target?: ExportTarget | undefined
  version?: ModelVariant
  pose?: ModelPose
}
