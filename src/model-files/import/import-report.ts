import type { VariantSet } from './usd/variant-chooser.ts'
import type { LengthUnit, UnitlessKind } from './units/units.ts'

export type ImportReport = {
  /** Unit of lengths that was guessed or chosen, because the file states none. */
  unit?: {
    kind: UnitlessKind
    used: LengthUnit
    /** True if the guessed unit or the usual unit makes the model implausibly small or large. */
    isUnsure: boolean
    longest: number
  }
  variants?: readonly VariantSet[]
  losses: string[]
  missing: string[]
}

/** Returns sentences for a user who does not see the model yet. */
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
