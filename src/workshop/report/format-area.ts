import { language } from '#lib/language/translate.ts'

export function formatAreaOrVolume(value: number, power: 2 | 3): string {
  const side = Math.abs(value) ** (1 / power)
  const [unit, metres]: [string, number] =
    side < 0.01 ? ['mm', 0.001] : side < 1 ? ['cm', 0.01] : ['m', 1]
  const amount = value / metres ** power
  const digits = amount < 10 ? 2 : amount < 100 ? 1 : 0
  return `${amount.toLocaleString(language, { maximumFractionDigits: digits })} ${unit}${power === 2 ? '²' : '³'}`
}
