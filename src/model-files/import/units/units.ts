export type UnitlessKind = 'stl' | 'obj' | 'ply' | '3ds'
export type LengthUnit = 'mm' | 'cm' | 'm' | 'in'

export const lengthUnits: readonly { value: LengthUnit; label: string; metres: number }[] = [
  { value: 'mm', label: 'Millimetres', metres: 0.001 },
  { value: 'cm', label: 'Centimetres', metres: 0.01 },
  { value: 'm', label: 'Metres', metres: 1 },
  { value: 'in', label: 'Inches', metres: 0.0254 },
]

export const metresPer = (unit: LengthUnit): number =>
  lengthUnits.find(({ value }) => value === unit)?.metres ?? 1

const usualUnits: Readonly<Record<UnitlessKind, LengthUnit>> = {
  stl: 'mm',
  obj: 'm',
  ply: 'm',
  '3ds': 'm',
}
/** Plausible sizes of a model, in metres. With another size, the guessed unit may be wrong. */
const plausible = { low: 0.005, high: 20 }
/**
 * Usual sizes of a model, in metres. A unit with a usual size is preferred to other plausible
 * units.
 */
const convincing = { low: 0.02, high: 3 }

/**
 * Guesses the unit of a file.
 * @param longest the model's longest side, in the file's units.
 * @param chosen the user's choice for this format, which has priority.
 * @returns `isUnsure` if the usual or chosen unit gives an implausible size.
 */
export function guessUnit(
  kind: UnitlessKind,
  longest: number,
  chosen?: LengthUnit,
): { unit: LengthUnit; isUnsure: boolean } {
  const usual = chosen ?? usualUnits[kind]
  const isWithin = (unit: LengthUnit, { low, high }: typeof plausible) =>
    longest * metresPer(unit) >= low && longest * metresPer(unit) <= high
  if (!(longest > 0) || isWithin(usual, plausible)) return { unit: usual, isUnsure: false }
  if (chosen) return { unit: chosen, isUnsure: true }
  const better =
    lengthUnits.find(({ value }) => isWithin(value, convincing)) ??
    lengthUnits.find(({ value }) => isWithin(value, plausible))
  return { unit: better?.value ?? usual, isUnsure: true }
}

const words: readonly [RegExp, LengthUnit][] = [
  [/\bunits?\s{0,3}[:=]?\s{0,3}(?:mm\b|millimet)/i, 'mm'],
  [/\bunits?\s{0,3}[:=]?\s{0,3}(?:cm\b|centimet)/i, 'cm'],
  [/\bunits?\s{0,3}[:=]?\s{0,3}(?:m\b|met(?:er|re))/i, 'm'],
  [/\bunits?\s{0,3}[:=]?\s{0,3}(?:in\b|inch)/i, 'in'],
  [/Bozzetto, metres/, 'm'],
  [/^binary STL, millimetres/, 'mm'],
]
const headBytes = 2048

export function statedUnit(bytes: Uint8Array): LengthUnit | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, headBytes))
  return words.find(([word]) => word.test(head))?.[1]
}
