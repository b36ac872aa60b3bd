import type { ExportFormat } from '#model-files/export/formats.ts'
import type { PrepStep } from '#model-files/print/steps.ts'

/** One thing to do to a model. */
export type WorkshopStep =
  | PrepStep
  /** Fewer triangles, smaller textures. */
  | { kind: 'lighten'; triangles?: number | undefined; texturePx?: number | undefined }

/** What the process is asked, with a GLB. */
export type WorkshopRequest =
  | { type: 'change'; steps: WorkshopStep[] }
  | {
      type: 'convert'
      format: ExportFormat
      /** Of the files in a zip. */
      name: string
      /** Whether its units are real ones; otherwise it is scaled to fit a print bed in formats for print. */
      isToScale: boolean
    }
  | { type: 'report' }

/** What it answers, with the changed GLB or the file of another format. */
export type WorkshopAnswer = {
  /** What was done, or what was found, for a person. */
  sentences: string[]
  /** The same of the surface, for programs. */
  surface?: {
    watertight: boolean
    boundary_edges: number
    non_manifold_edges: number
    shells: number
    volume_cm3: number
    area_cm2: number
  }
}
