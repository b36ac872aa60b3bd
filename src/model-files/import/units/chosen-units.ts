import { createBrowserSetting } from '#lib/browser/browser-setting.ts'
import { lengthUnits, type LengthUnit, type UnitlessKind } from './units.ts'

type ChosenUnits = Partial<Record<UnitlessKind, LengthUnit>>

const kinds: readonly UnitlessKind[] = ['stl', 'obj', 'ply', '3ds']

const setting = createBrowserSetting<ChosenUnits>({
  key: 'bozzetto.file-units',
  fallback: {},
  parse: parseUnits,
  format: JSON.stringify,
})

function parseUnits(text: string): ChosenUnits {
  const stored: unknown = JSON.parse(text)
  const chosen: ChosenUnits = {}
  for (const kind of kinds) {
    const value: unknown = Reflect.get(Object(stored), kind)
    const unit = lengthUnits.find((one) => one.value === value)
    if (unit) chosen[kind] = unit.value
  }
  return chosen
}

export const chosenUnits = (): ChosenUnits => setting.read()

/** Stores the user's unit for a kind of files without units, in the browser. */
export const rememberUnit = (kind: UnitlessKind, unit: LengthUnit): void =>
  setting.write({ ...setting.read(), [kind]: unit })
