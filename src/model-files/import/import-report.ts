import type { VariantSet } from './usd/variant-chooser.ts'
import type { LengthUnit, UnitlessKind } from './units/units.ts'

export type ImportReport = {
  /** Unit that was used. Only set if the file contains none. */
  unit?: {
    kind: UnitlessKind
    used: LengthUnit
    /**
     * True if the unit may be wrong, because it makes the model implausibly small or large, or
     * because the usual unit would.
     */
    isUnsure: boolean
    /** The longest side, in the file's units. */
    longest: number
  }
  variants?: readonly VariantSet[]
  losses: string[]
  missing: string[]
}

/** Returns sentences for a user who does not see the model yet. Empty if there are no problems. */
export function describeReport({ losses, missing, variants = [] }: ImportReport): string[] {
  const choices = variants.map(
    ({ name, chosen, options }) =>
      `Imported “${chosen}” of ${options.length} variants of “${name}”. The viewer can open the others.`,
  )
  const notes = [...losses, ...choices]
  if (missing.length > 0) {
    notes.unshift(
      `Missing files: ${missing.join(', ')}. Add them together with the model, or as a zip.`,
    )
  }
  return notes
}

export const emptyReport = (): ImportReport => ({ losses: [], missing: [] })
