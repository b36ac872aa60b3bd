import type { LengthUnit, UnitlessKind } from './units/units.ts'

/** What happened to a file of another kind while it became a GLB. */
export type ImportReport = {
  /** Only where the file states none. */
  unit?: {
    kind: UnitlessKind
    used: LengthUnit
    /** It makes the model too small or too large to be likely, or had to be found by the size. */
    isUnsure: boolean
    /** The longest side, in the file's own numbers. */
    longest: number
  }
  /** What the file has and the model shown has not, in sentences. */
  losses: string[]
  /** Names of files that the model refers to and that did not come with it. */
  missing: string[]
}

/** What somebody should know who does not see the model yet, in sentences; nothing where all went well. */
export function describeReport({ losses, missing }: ImportReport): string[] {
  const notes = [...losses]
  if (missing.length > 0) {
    notes.unshift(
      `Missing files: ${missing.join(', ')}. Add them together with the model, or as a zip.`,
    )
  }
  return notes
}

export const emptyReport = (): ImportReport => ({ losses: [], missing: [] })
