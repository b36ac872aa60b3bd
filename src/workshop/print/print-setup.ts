import * as z from 'zod/mini'
import { createBrowserSetting } from '#lib/browser/browser-setting.ts'
import { language } from '#lib/language/translate.ts'
import { t } from '#languages/viewer.ts'

export type Printer = {
  id: string
  name: string
  bedMm: readonly [number, number, number]
}

const generic: Printer = { id: 'generic', name: t('Generic'), bedMm: [220, 220, 250] }

export const printers: readonly Printer[] = [
  generic,
  { id: 'bambu-a1-mini', name: t('Bambu Lab A1 mini'), bedMm: [180, 180, 180] },
  { id: 'bambu-p1', name: t('Bambu Lab A1, P1, X1'), bedMm: [256, 256, 256] },
  { id: 'bambu-h2d', name: t('Bambu Lab H2D'), bedMm: [325, 320, 325] },
  { id: 'prusa-mini', name: t('Prusa MINI'), bedMm: [180, 180, 180] },
  { id: 'prusa-mk4', name: t('Prusa MK3, MK4'), bedMm: [250, 210, 210] },
  { id: 'prusa-core-one', name: t('Prusa CORE One'), bedMm: [250, 220, 270] },
  { id: 'prusa-xl', name: t('Prusa XL'), bedMm: [360, 360, 360] },
  { id: 'ender-3', name: t('Creality Ender-3'), bedMm: [220, 220, 250] },
  { id: 'creality-k1', name: t('Creality K1'), bedMm: [220, 220, 250] },
  { id: 'creality-k1-max', name: t('Creality K1 Max'), bedMm: [300, 300, 300] },
  { id: 'neptune-4', name: t('Elegoo Neptune 4'), bedMm: [225, 225, 265] },
  { id: 'kobra-2', name: t('Anycubic Kobra 2'), bedMm: [220, 220, 250] },
  { id: 'voron-350', name: 'Voron 350', bedMm: [350, 350, 340] },
]

type Material = {
  id: string
  name: string
  /** Density of the material, in grams per cubic centimetre. */
  density: number
}

const pla: Material = { id: 'pla', name: 'PLA', density: 1.24 }

export const materials: readonly Material[] = [
  pla,
  { id: 'petg', name: 'PETG', density: 1.27 },
  { id: 'abs', name: 'ABS', density: 1.04 },
  { id: 'asa', name: 'ASA', density: 1.07 },
  { id: 'tpu', name: 'TPU', density: 1.21 },
  { id: 'pa', name: t('Nylon'), density: 1.14 },
  { id: 'resin', name: t('Resin'), density: 1.12 },
]

/** ISO 4217 codes of the currencies of most owners of printers. */
const currencyCodes =
  'EUR USD GBP CHF PLN CZK SEK NOK DKK HUF RON TRY UAH RUB ILS SAR AED EGP INR JPY CNY HKD TWD KRW SGD THB IDR VND AUD NZD CAD MXN BRL ARS CLP COP ZAR'.split(
    ' ',
  )

/** Returns codes and names of currencies, sorted by name. */
export function listCurrencies(): { value: string; label: string; hint: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return currencyCodes
    .map((code) => ({ value: code, label: names.of(code) ?? code, hint: code }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language))
}

export const nozzlesMm = [0.2, 0.4, 0.6, 0.8] as const

const setupSchema = z.object({
  printer: z.string(),
  nozzleMm: z.number().check(z.positive(), z.lte(10)),
  limitDegrees: z.number().check(z.gte(1), z.lte(89)),
  material: z.string(),
  infillPercent: z.number().check(z.gte(0), z.lte(100)),
  pricePerKg: z.number().check(z.nonnegative()),
  /** ISO 4217 code. Undefined shows no cost, because a price without a currency is ambiguous. */
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
})
export type PrintSetup = z.infer<typeof setupSchema>

export const printSetup = createBrowserSetting<PrintSetup>({
  key: 'bozzetto.print-setup',
  fallback: {
    printer: generic.id,
    nozzleMm: 0.4,
    limitDegrees: 45,
    material: pla.id,
    infillPercent: 15,
    pricePerKg: 20,
  },
  parse: (text) => setupSchema.parse(JSON.parse(text)),
  format: (setup) => JSON.stringify(setup),
})

export const findPrinter = (id: string): Printer => printers.find((one) => one.id === id) ?? generic

export const findMaterial = (id: string): Material => materials.find((one) => one.id === id) ?? pla

/** Number of outer walls of a filament print, each as wide as the nozzle. */
const wallLines = 3

/**
 * Estimates the amount of material without supports. Filament prints have solid walls and infill.
 * Resin prints are solid.
 */
export function estimateMaterial(
  { volume, area }: { volume: number; area: number },
  { setup, scale }: { setup: PrintSetup; scale: number },
): { name: string; grams: number; cost: number } {
  const material = findMaterial(setup.material)
  const wholeMm3 = volume * scale ** 3 * 1e9
  const wallsMm3 = Math.min(wholeMm3, area * scale ** 2 * 1e6 * setup.nozzleMm * wallLines)
  const infill = material.id === 'resin' ? 1 : setup.infillPercent / 100
  const printedMm3 = wallsMm3 + (wholeMm3 - wallsMm3) * infill
  const grams = (printedMm3 / 1000) * material.density
  return { name: material.name, grams, cost: (grams / 1000) * setup.pricePerKg }
}

/**
 * Returns the factor by which the print must shrink to fit the bed, or 1. The print may be rotated
 * by a quarter turn.
 */
export function getFit(
  [width, height, depth]: readonly [number, number, number],
  [bedWidth, bedDepth, bedHeight]: readonly [number, number, number],
): number {
  const straight = Math.min(bedWidth / width, bedDepth / depth)
  const turned = Math.min(bedWidth / depth, bedDepth / width)
  return Math.min(1, Math.max(straight, turned), bedHeight / height)
}
