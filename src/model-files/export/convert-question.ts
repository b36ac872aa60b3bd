import type { ExportFormat } from '#lib/export-formats.ts'
import type { ModelVariant } from '../glb/variant-address.ts'
import type { ModelPose } from '../mesh/pose/model-pose.ts'

export type ConvertQuestion = {
  url: string
  format: ExportFormat
  name: string
  /** Requested height for formats in millimetres. Undefined keeps the model's size. */
  heightMm?: number | undefined
  hasQuads?: boolean
  /** Visible scene and material variant, for formats that hold only one. */
  version?: ModelVariant
  /** Visible pose, for formats without animation. */
  pose?: ModelPose
}
