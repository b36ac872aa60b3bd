import type { ExportFormat } from '#lib/export-formats.ts'
import type { ExportTarget } from './export-frame.ts'
import type { ModelVariant } from '../glb/variant-address.ts'
import type { ModelPose } from '../mesh/pose/model-pose.ts'

export type ConvertQuestion = {
  url: string
  format: ExportFormat
  name: string
  /** Size of the print divided by the size of the model, by default 1. */
  printScale?: number | undefined
  hasQuads?: boolean
  /** Program that opens the OBJ or STL. Default: metres with y up for OBJ, `print` for STL. */
  target?: ExportTarget | undefined
  version?: ModelVariant
  pose?: ModelPose
}
