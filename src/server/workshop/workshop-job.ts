import type { ExportFormat } from '#lib/export-formats.ts'
import type { PrepStep } from '#model-files/print/steps.ts'

export type WorkshopStep =
  | PrepStep
  | { kind: 'lighten'; triangles?: number | undefined; texturePx?: number | undefined }

/** Request to the process, sent with a GLB. */
export type WorkshopRequest =
  | { type: 'change'; steps: WorkshopStep[] }
  | {
      type: 'convert'
      format: ExportFormat
      name: string
      /**
       * True if the model has real units. Otherwise print formats scale the model to a print bed.
       */
      isToScale: boolean
    }
  | { type: 'report' }

/** Answer of the process, sent with the changed GLB or a file of another format. */
export type WorkshopAnswer = {
  sentences: string[]
  surface?: {
    watertight: boolean
    boundary_edges: number
    non_manifold_edges: number
    shells: number
    volume_cm3: number
    area_cm2: number
  }
}
