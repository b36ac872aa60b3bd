import type { LengthUnit, UnitlessKind } from './units/units.ts'

export type ImportReport = {
  /** The unit that was used, if the file states none. */
  unit?: {
    kind: UnitlessKind
    used: LengthUnit
    /**
     * True if the unit makes the model implausibly small or large. Also true if another unit was
     * guessed, because the usual unit would do so.
     */
    isUnsure: boolean
    /** The longest side, in the file's own units. */
    longest: number
  }
  /** Omitted parts of the file, in sentences. */
  losses: string[]
  /** Names of files that the model refers to and that the person did not add. */
  missing: string[]
}

/** Returns sentences for a user who does not see the model yet; an empty list without problems. */
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
