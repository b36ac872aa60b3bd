import type { LengthUnit, UnitlessKind } from './units.ts'

/** What happened to a file of another kind while it became a GLB. */
export type ImportReport = {
  /** Only where the file states none. */
  unit?: {
    kind: UnitlessKind
    used: LengthUnit
    /** The usual unit would make it too small or too large to be likely, and nobody chose one. */
    isUnsure: boolean
  }
  /** What the file has and the model shown has not, in sentences. */
  losses: string[]
  /** Names of files that the model refers to and that did not come with it. */
  missing: string[]
}

export const emptyReport = (): ImportReport => ({ losses: [], missing: [] })
