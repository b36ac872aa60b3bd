export type Triple = readonly [x: number, y: number, z: number]

export const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

export function normalize([x, y, z]: Triple): Triple {
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}
