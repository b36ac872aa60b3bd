/** Kinds of files that do not say what their numbers measure. */
export type UnitlessKind = 'stl' | 'obj' | 'ply'
export type LengthUnit = 'mm' | 'cm' | 'm' | 'in'

export const lengthUnits: readonly { value: LengthUnit; label: string; metres: number }[] = [
  { value: 'mm', label: 'Millimetres', metres: 0.001 },
  { value: 'cm', label: 'Centimetres', metres: 0.01 },
  { value: 'm', label: 'Metres', metres: 1 },
  { value: 'in', label: 'Inches', metres: 0.0254 },
]

export const metresPer = (unit: LengthUnit): number =>
  lengthUnits.find(({ value }) => value === unit)?.metres ?? 1

/** What each kind is usually written in. */
const usualUnits: Readonly<Record<UnitlessKind, LengthUnit>> = { stl: 'mm', obj: 'm', ply: 'm' }
/** What a thing usually measures, in metres; beyond this its unit is probably another one. */
const plausible = { low: 0.005, high: 20 }
/** What a better unit has to make of it, in metres. */
const convincing = { low: 0.02, high: 3 }

/**
 * The unit that a file probably means.
 *
 * @param longest its longest side, in its own numbers.
 * @param chosen what the person chose for files of this kind, which is kept to in any case.
 * @returns `isUnsure` where the usual or chosen unit makes it too small or too large to be likely.
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
/** Comments that state a unit come first in a file. */
const headBytes = 2048

/** The unit that a comment at the beginning of a file states, as some programs write it. */
export function statedUnit(bytes: Uint8Array): LengthUnit | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, headBytes))
  return words.find(([word]) => word.test(head))?.[1]
}
