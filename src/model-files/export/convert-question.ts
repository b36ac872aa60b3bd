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
  /** Program that opens the OBJ or STL. Default: metres with y up for OBJ, `print` for STL. */
  target?: ExportTarget | undefined
  version?: ModelVariant
  pose?: ModelPose
}
