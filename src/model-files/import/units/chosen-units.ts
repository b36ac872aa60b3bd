import { lengthUnits, type LengthUnit, type UnitlessKind } from './units.ts'

const storageKey = 'bozzetto.file-units'
const kinds: readonly UnitlessKind[] = ['stl', 'obj', 'ply']

/** Returns the units that the user chose before for files without one. */
export function chosenUnits(): Partial<Record<UnitlessKind, LengthUnit>> {
  const chosen: Partial<Record<UnitlessKind, LengthUnit>> = {}
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    for (const kind of kinds) {
      const value: unknown = Reflect.get(Object(stored), kind)
      const unit = lengthUnits.find((one) => one.value === value)
      if (unit) chosen[kind] = unit.value
    }
  } catch {
    // An invalid entry, or no access to storage.
  }
  return chosen
}

/** Stores the chosen unit for a format in this browser. */
export function rememberUnit(kind: UnitlessKind, unit: LengthUnit): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...chosenUnits(), [kind]: unit }))
  } catch {
    // Without storage the user is asked again.
  }
}
