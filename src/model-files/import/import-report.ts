import { lengthUnits, type LengthUnit, type UnitlessKind } from './units.ts'

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

/** What somebody should know who does not see the model yet, in sentences; nothing where all went well. */
export function describeReport({ unit, losses, missing }: ImportReport): string[] {
  const notes = [...losses]
  if (missing.length > 0) {
    notes.unshift(
      `Missing files: ${missing.join(', ')}. Add them together with the model, or as a zip.`,
    )
  }
  if (unit?.isUnsure) {
    const name =
      lengthUnits.find(({ value }) => value === unit.used)?.label.toLowerCase() ?? unit.used
    notes.unshift(
      `${unit.kind.toUpperCase()} files have no unit: ${name} were guessed from the size. To use another unit, open the file in Viewer, choose it there, and add the file again.`,
    )
  }
  return notes
}

export const emptyReport = (): ImportReport => ({ losses: [], missing: [] })
