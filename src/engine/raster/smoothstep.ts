/** Interpolates smoothly from 0 at `low` to 1 at `high`. `low` may be larger than `high`. */
export function smoothstep(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)))
  return t * t * (3 - 2 * t)
}
