/**
 * Returns the distance in px to the nearest `wanted` pixel, by two sweeps with steps of 1 and √2
 * (G. Borgefors, Distance Transformations in Digital Images, 1986).
 */
export function measureDistance(
  set: Uint8Array,
  wanted: 0 | 1,
  { width, height }: { readonly width: number; readonly height: number },
): Float32Array {
  const distance = new Float32Array(set.length)
  for (let i = 0; i < set.length; i++) distance[i] = set[i] === wanted ? 0 : 1e6
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) sweep(distance, { i, x, y, side: -1, width, height })
  }
  for (let y = height - 1, i = set.length - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--, i--) {
      sweep(distance, { i, x: width - 1 - x, y: height - 1 - y, side: 1, width, height })
    }
  }
  return distance
}

type Place = {
  readonly i: number
  readonly x: number
  readonly y: number
  readonly side: -1 | 1
  readonly width: number
  readonly height: number
}

function sweep(distance: Float32Array, { i, x, y, side, width }: Place): void {
  let best = distance[i]
  if (best === 0) return
  if (x > 0) best = Math.min(best, distance[i + side] + 1)
  if (y > 0) {
    const before = i + side * width
    best = Math.min(best, distance[before] + 1)
    if (x > 0) best = Math.min(best, distance[before + side] + Math.SQRT2)
    if (x < width - 1) best = Math.min(best, distance[before - side] + Math.SQRT2)
  }
  distance[i] = best
}
