import { formatMeasure, type Unit } from '../measure/measures.ts'

export function formatAreaOrVolume(value: number, power: 2 | 3): string {
  const side = Math.abs(value) ** (1 / power)
  const [unit, metres]: [Unit, number] =
    side < 0.01 ? ['mm', 0.001] : side < 1 ? ['cm', 0.01] : ['m', 1]
  const amount = value / metres ** power
  return formatMeasure(amount, unit, { power, digitsMax: amount < 10 ? 2 : amount < 100 ? 1 : 0 })
}
