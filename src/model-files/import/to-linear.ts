export function toLinear(value: number): number {
  const channel = value >= 0 ? Math.min(1, value) : 0
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
