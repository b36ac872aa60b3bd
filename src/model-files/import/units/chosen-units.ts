import { lengthUnits, type LengthUnit, type UnitlessKind } from './units.ts'

const storageKey = 'bozzetto.file-units'
const kinds: readonly UnitlessKind[] = ['stl', 'obj', 'ply']

/** The units that this person chose before for files that state none. */
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
    // Somebody else's entry, or no storage here: nothing was chosen.
  }
  return chosen
}

/** Keeps the unit chosen for files of a kind that states none, in this browser. */
export function rememberUnit(kind: UnitlessKind, unit: LengthUnit): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...chosenUnits(), [kind]: unit }))
  } catch {
    // A browser that stores nothing asks again.
  }
}
