/**
 * Reads what a person types for a number: `20000`, `20,000`, `20 000`, `2e4`, `.5`, `0,5`.
 *
 * @returns the number; `undefined` for nothing; the text itself where it is no number (yet), which no
 *   schema takes, so that the form says so.
 */
export function readNumber(text: string): number | string | undefined {
  const bare = text.trim().replaceAll(/[\s_\u00A0\u202F]/g, '')
  if (bare === '') return undefined
  const grouped = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)
  const plain = grouped ? bare.replaceAll(',', '') : bare.replace(',', '.')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return text
  const value = Number(plain)
  return Number.isFinite(value) ? value : text
}

/** How a number stands in its box when nobody is typing: no grouping, so that it can be edited. */
export function writeNumber(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? value : ''
}

/** The next number for an arrow key. Lands on multiples of `step`, and keeps 0.1 + 0.2 at 0.3. */
export function stepNumber(
  value: number,
  direction: 1 | -1,
  { step, min = -Infinity, max = Infinity }: { step: number; min?: number; max?: number },
): number {
  const next = Math.round(value / step + direction) * step
  return Math.min(max, Math.max(min, tidy(next, step)))
}

/** `value` with as many decimals as `step` has. */
export function tidy(value: number, step: number): number {
  const decimals = Math.min(10, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)))
  return Number(value.toFixed(decimals))
}
