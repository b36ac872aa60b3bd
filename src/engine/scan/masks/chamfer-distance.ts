const diagonal = Math.SQRT2

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
  const size = { width, height }
  sweep(distance, size, 1)
  sweep(distance, size, -1)
  return distance
}

/** Sweeps from the first pixel to the last with `step` 1, and back with `step` -1. */
function sweep(
  distance: Float32Array,
  { width, height }: { readonly width: number; readonly height: number },
  step: 1 | -1,
): void {
  let i = step > 0 ? 0 : distance.length - 1
  const back = step * width
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i += step) {
      let best = distance[i]
      if (best === 0) continue
      if (column > 0) best = Math.min(best, distance[i - step] + 1)
      if (row > 0) {
        best = Math.min(best, distance[i - back] + 1)
        if (column > 0) best = Math.min(best, distance[i - back - step] + diagonal)
        if (column < width - 1) best = Math.min(best, distance[i - back + step] + diagonal)
      }
      distance[i] = best
    }
  }
}
